//! Sequences of statements, and calls without parentheses.

use crate::SyntaxKind::{self, *};
use crate::error::SyntaxErrorKind;
use crate::grammar::{
    collections, control,
    expressions::assignment,
    first_sets::STATEMENT_START,
    lists::LOOKAHEAD,
    parsed::{Parsed, Shape},
    resources,
    statement_functions::is_statement_function,
};
use crate::parser::Parser;

/// All statements up to the end of the text.
pub(super) fn source_file(p: &mut Parser<'_>) {
    let mut list = StatementList::default();
    loop {
        list.read(p, EOF);
        if p.at_end() {
            return;
        }
        if list.resume_resource(p) {
            continue;
        }
        skip_no_statement(p);
    }
}

/// The statements up to a closing bracket, which is not eaten.
pub(super) fn parse_statements(p: &mut Parser<'_>, close: SyntaxKind) {
    let mut list = StatementList::default();
    loop {
        list.read(p, close);
        if list.resume_resource(p) {
            continue;
        }
        if p.at_end() || p.is_at(close) && !p.is_stray_closer() || ends_block(p, close) {
            return;
        }
        skip_no_statement(p);
    }
}

/// Continues after what starts no statement.
fn skip_no_statement(p: &mut Parser<'_>) {
    if matches!(p.current(), ELSE_KW | ELSIF_KW) {
        return control::stray_clauses(p);
    }
    p.unexpected("a statement");
    p.bump_error();
}

/// Whether a token that is no statement belongs to something around the block.
fn ends_block(p: &Parser<'_>, close: SyntaxKind) -> bool {
    match p.current() {
        INTERPOLATION_END | STRING_END | STRING_TEXT | HEREDOC_END | HEREDOC_TEXT => true,
        EPP_CLOSE | EPP_CLOSE_TRIM => close != EOF,
        R_BRACE => !p.is_stray_closer(),
        _ => p.block_ends_here(),
    }
}

/// What is known about the statements of one list.
#[derive(Default)]
struct StatementList {
    /// The first comma between values that are no arguments of a call. Puppet reports it when the list ends.
    comma: Option<usize>,
    /// Whether the list was ended once already.
    ended: bool,
    /// The last statement, if nothing stands after it yet.
    last: Option<Parsed>,
}

impl StatementList {
    /// Reads statements until a token that starts none.
    fn read(&mut self, p: &mut Parser<'_>, close: SyntaxKind) {
        while !p.is_at(close) && !p.block_ends_here() && !p.eat_fence() {
            if !self.statement(p) {
                break;
            }
            if p.is_at(SEMICOLON) {
                self.last = None;
                p.bump();
                if !p.is_at_any(STATEMENT_START) {
                    p.unexpected("a statement");
                }
            }
        }
        if let Some(comma) = self.comma.take() {
            p.stop_before(comma);
        }
        self.ended = true;
    }
}

impl StatementList {
    /// Reads a statement; returns whether there is one.
    fn statement(&mut self, p: &mut Parser<'_>) -> bool {
        let Some(statement) = statement(p) else {
            return false;
        };
        if statement.shape == Shape::CommaList && !self.ended {
            self.comma.get_or_insert(statement.token);
        }
        self.last = Some(statement);
        true
    }

    /// Continues with a colon after a statement, which can only be the title of a resource.
    fn resume_resource(&mut self, p: &mut Parser<'_>) -> bool {
        match self.last.take() {
            Some(title) if p.is_at(COLON) && p.brace_is_missing() => {
                resources::without_opening_brace(p, title);
                true
            }
            Some(_) => collections::entries_without_brace(p),
            _ => false,
        }
    }
}

/// One statement: an expression, a call without parentheses, or (which is an error) values separated by commas.
fn statement(p: &mut Parser<'_>) -> Option<Parsed> {
    if !p.is_at_any(STATEMENT_START) {
        return None;
    }
    let name = p.is_at(NAME).then(|| p.current_text());
    let first = assignment(p)?;
    if let Some(name) = name
        && first.node.kind() == NAME_EXPR
        && is_statement_function(name)
        && !p.is_at(COMMA)
        && takes_arguments(p)
    {
        return Some(statement_call(p, first));
    }
    if p.is_at(COMMA) {
        return Some(comma_list(p, first));
    }
    Some(first)
}

fn takes_arguments(p: &Parser<'_>) -> bool {
    let next = match p.current() {
        SEMICOLON => p.nth(1),
        kind => kind,
    };
    STATEMENT_START.contains(next) && !p.block_ends_here()
}

/// `include a, b`: the name was read. Puppet makes a call of it even when a semicolon follows the name.
fn statement_call(p: &mut Parser<'_>, name: Parsed) -> Parsed {
    let call = name.node.precede(p);
    p.eat(SEMICOLON);
    if assignment(p).is_some() {
        while p.eat(COMMA) {
            if assignment(p).is_none() {
                p.unexpected("an argument");
                break;
            }
        }
    }
    Parsed::new(call.complete(p, STATEMENT_CALL), name.token)
}

/// `a, b` where no call takes them.
fn comma_list(p: &mut Parser<'_>, first: Parsed) -> Parsed {
    let list = first.node.precede(p);
    let comma = p.position();
    while p.eat(COMMA) {
        if assignment(p).is_none() {
            p.unexpected("a value");
            list.complete(p, ERROR);
            return first;
        }
    }
    p.report_at(
        comma,
        SyntaxErrorKind::ArgumentsWithoutCall,
        "Values separated by commas are only allowed as arguments: put them in parentheses",
    );
    Parsed::new(list.complete(p, COMMA_LIST), comma).with_shape(Shape::CommaList)
}

/// `{ statements }`; reports it when it is missing.
pub(super) fn block(p: &mut Parser<'_>, what: &str) {
    if !p.is_at(L_BRACE) {
        return missing_block(p, what);
    }
    let node = p.start();
    let open = p.position();
    p.bump();
    p.enter(open);
    p.deeper(|p| parse_statements(p, R_BRACE));
    close_block(p, open);
    node.complete(p, BLOCK);
}

/// Eats the `}` of a block that was entered, or reports that the block is never closed.
pub(super) fn close_block(p: &mut Parser<'_>, open: usize) {
    let closed = !p.block_ends_here() && p.eat(R_BRACE);
    p.leave();
    if !closed {
        p.stop_here();
        if !p.has_error_here() {
            p.report_unclosed(open);
        }
    }
}

/// Continues where a block should be but is not.
fn missing_block(p: &mut Parser<'_>, what: &str) {
    p.expected(what);
    // Something between the head and the block that cannot be read is skipped, within the line.
    let mut ahead = 0;
    while ahead < LOOKAHEAD
        && !p.line_break_before(ahead)
        && !matches!(p.nth(ahead), EOF | L_BRACE | R_BRACE)
    {
        ahead += 1;
    }
    p.record_lookahead(ahead);
    let is_swapped = p.nth(1) == L_BRACE
        && matches!(
            p.current(),
            VARIABLE | SQ_STRING | DQ_STRING | EQ | FAT_ARROW
        );
    if is_swapped {
        ahead = 1;
    }
    if p.nth(ahead) == L_BRACE && (is_swapped || !p.line_break_before(ahead)) {
        let error = p.start();
        for _ in 0..ahead {
            p.bump();
        }
        error.complete(p, ERROR);
        return block(p, what);
    }
    if !p.brace_is_missing() {
        return;
    }
    let node = p.start();
    p.enter_without_brace();
    p.deeper(|p| parse_statements(p, R_BRACE));
    if !p.block_ends_here() {
        p.eat(R_BRACE);
    }
    p.leave();
    node.complete(p, BLOCK);
}

//! Contents of brackets: lists with separators and blocks of statements, and their recovery from errors.

use crate::SyntaxKind::{self, *};
use crate::grammar::first_sets::DEFINITION_START;
use crate::grammar::statement_functions::is_statement_function;
use crate::parser::{Parser, TokenSet};

/// Tokens at which a list ends although its bracket is not closed: what can only belong to something around it.
const LIST_ENDS: TokenSet = TokenSet::new(&[
    R_BRACE,
    R_BRACK,
    R_PAREN,
    SEMICOLON,
    INTERPOLATION_END,
    STRING_END,
    HEREDOC_END,
    R_COLLECT,
    RR_COLLECT,
    EPP_CLOSE,
    EPP_CLOSE_TRIM,
    EPP_TEXT,
    EPP_OPEN_EXPR,
]);

/// How many tokens are looked at to find a bracket after what cannot be read.
pub(super) const LOOKAHEAD: usize = 16;

/// Tokens with which values in brackets seldom start, but statements do.
const NO_LONE_VALUE: TokenSet = TokenSet::new(&[NAME, CLASS_REF]);

/// A list whose elements are separated by commas, and that ends with a bracket.
pub(super) struct SeparatedList {
    pub(super) close: SyntaxKind,
    /// The bracket, for messages.
    pub(super) closing: &'static str,
    /// What an element is, for messages.
    pub(super) element: &'static str,
    /// The tokens with which an element starts.
    pub(super) starts: TokenSet,
    /// Whether it is part of a type in a head, which a variable or brace follows but never is part of.
    pub(super) is_type: bool,
    pub(super) trailing_comma: bool,
    pub(super) may_be_empty: bool,
    /// Whether the next line stands after the list, whose bracket is missing, although an element could start so.
    pub(super) is_after: Option<fn(&mut Parser<'_>) -> bool>,
}

/// The elements of a list and its closing bracket; the opening bracket was eaten. The rule eats one element, or
/// nothing if there is none.
pub(super) fn list(
    p: &mut Parser<'_>,
    list: &SeparatedList,
    element: impl Fn(&mut Parser<'_>) -> bool,
) {
    if at_close(p, list) {
        if !list.may_be_empty {
            p.unexpected(list.element);
        }
        p.bump();
        return;
    }
    let open = p.position().saturating_sub(1);
    p.open_bracket(list.close);
    elements(p, list, open, element);
    p.close_bracket();
}

fn elements(
    p: &mut Parser<'_>,
    list: &SeparatedList,
    open: usize,
    element: impl Fn(&mut Parser<'_>) -> bool,
) {
    loop {
        let before = p.position();
        if list.is_after.is_some_and(|is_after| is_after(p)) {
            return p.expected_after(before.saturating_sub(1), list.closing);
        }
        if !p.block_ends_here() && !element(p) {
            match ends_list(p, list) && !at_close(p, list) && p.is_flush(open) {
                true => p.expected_after(open, list.closing),
                false => p.unexpected(list.element),
            }
        }
        if takes_parameter(p, list, before) {
            return p.expected_after(before.saturating_sub(1), list.closing);
        }
        if p.eat(COMMA) {
            if !p.is_at(list.close) {
                continue;
            }
            if !list.trailing_comma {
                p.unexpected(list.element);
            }
        }
        if at_close(p, list) {
            p.bump();
            return;
        }
        if !closes_nothing(p) && is_outside(p, list, open, before) {
            if !p.has_error_here() {
                p.expected(list.closing);
            }
            p.stop_here();
            return;
        }
        match resume(p, list, before) {
            Resume::Element => {}
            Resume::Closed => return,
        }
    }
}

/// The elements of a list in braces and its closing brace; the opening brace is the current token.
pub(super) fn list_in_braces(
    p: &mut Parser<'_>,
    list: &SeparatedList,
    element: impl Fn(&mut Parser<'_>) -> bool,
) {
    let open = p.position();
    p.bump();
    p.enter(open);
    p.deeper(|p| self::list(p, list, element));
    p.leave();
}

/// Whether a variable follows an element on a line of its own: both are a parameter, and the bracket is not closed.
fn takes_parameter(p: &Parser<'_>, list: &SeparatedList, before: usize) -> bool {
    p.is_at(VARIABLE)
        && !list.is_parameters()
        && matches!(p.nth(1), EQ | COMMA | R_PAREN)
        && p.position() > before
        && !p.follows_line_break()
        && p.starts_line(before)
}

/// Whether the layout tells that what follows an element without a comma is no other element: the bracket is not closed.
fn is_outside(p: &mut Parser<'_>, list: &SeparatedList, open: usize, before: usize) -> bool {
    let is_missing = match list.close {
        R_PAREN => p.closing_parenthesis_is_missing(),
        R_BRACK => p.is_at_any(NO_LONE_VALUE) || p.current().is_keyword(),
        _ => false,
    };
    p.is_outdented(open, is_missing && p.position() > before)
}

/// Whether the closing bracket is next, and not that of something around a brace that is not closed.
fn at_close(p: &Parser<'_>, list: &SeparatedList) -> bool {
    p.is_at(list.close) && (list.close != R_BRACE || !p.block_ends_here())
}

impl SeparatedList {
    /// Whether it holds parameters of a definition or lambda.
    fn is_parameters(&self) -> bool {
        matches!(self.close, PIPE | R_PAREN) && !self.starts.contains(NAME)
    }
}

/// Finds out how to continue after an element that neither a comma nor the bracket follows.
fn resume(p: &mut Parser<'_>, list: &SeparatedList, before: usize) -> Resume {
    if closes_nothing(p) {
        p.unexpected(&format!("`,` or {}", list.closing));
        while closes_nothing(p) {
            p.bump_error();
        }
        // The bracket was one too many, or it was meant to be the right one.
        if ends_list(p, list) {
            return Resume::Closed;
        }
        if !p.is_at(COMMA) && !p.is_at(list.close) {
            skip_element(p, list);
        }
        p.eat(COMMA);
        return match p.eat(list.close) || ends_list(p, list) {
            true => Resume::Closed,
            false => Resume::Element,
        };
    }
    if ends_list(p, list) {
        if !p.has_error_here() {
            p.expected(list.closing);
        }
        p.stop_here();
        return Resume::Closed;
    }
    if p.position() > before && p.is_at_any(list.starts) {
        if !p.has_error_here() {
            p.expected("`,`");
        }
        return Resume::Element;
    }
    if !p.has_error_here() {
        p.unexpected(&format!("`,` or {}", list.closing));
    }
    skip_element(p, list);
    let comma = p.eat(COMMA);
    match p.eat(list.close) {
        true => Resume::Closed,
        false if comma || p.is_at_any(list.starts) => Resume::Element,
        false => {
            p.stop_here();
            Resume::Closed
        }
    }
}

/// Whether a token can be no part of a list: its closing bracket is missing.
fn ends_list(p: &Parser<'_>, list: &SeparatedList) -> bool {
    p.at_end()
        || p.is_at_any(LIST_ENDS)
        || list.is_type && matches!(p.current(), VARIABLE | L_BRACE | EQ)
        || starts_other_line(p, list)
        || p.block_ends_here()
}

/// Whether the current token is a closing bracket of nothing that is open.
fn closes_nothing(p: &Parser<'_>) -> bool {
    match p.current() {
        R_BRACE if p.is_stray_closer() => true,
        kind @ (R_BRACE | R_BRACK | R_PAREN) => !p.is_open(kind),
        _ => false,
    }
}

/// Skips what cannot be read, up to the next comma or the end of the list.
fn skip_element(p: &mut Parser<'_>, list: &SeparatedList) {
    let error = p.start();
    let mut open = Vec::new();
    loop {
        match p.current() {
            L_BRACE => open.push(R_BRACE),
            L_BRACK => open.push(R_BRACK),
            L_PAREN => open.push(R_PAREN),
            STRING_START => open.push(STRING_END),
            INTERPOLATION_START => open.push(INTERPOLATION_END),
            kind if open.last() == Some(&kind) => {
                open.pop();
            }
            _ => {}
        }
        p.bump();
        let is_outside = open.is_empty();
        if is_outside && (p.is_at(COMMA) || p.is_at(list.close) || ends_list(p, list)) || p.at_end()
        {
            break;
        }
    }
    error.complete(p, ERROR);
}

enum Resume {
    Element,
    Closed,
}

/// Whether a token at the start of a line starts a statement or an attribute that can be no element of the list.
fn starts_other_line(p: &Parser<'_>, list: &SeparatedList) -> bool {
    if !p.follows_line_break() {
        return false;
    }
    match p.current() {
        // A statement among parameters whose parenthesis is closed is the odd one.
        kind if list.close == R_PAREN
            && list.is_parameters()
            && kind.is_keyword()
            && !p.closing_parenthesis_is_missing() =>
        {
            false
        }
        // Parameters and entries of hashes look like assignments and attributes.
        VARIABLE | CLASS_REF if list.is_parameters() => false,
        NAME if list.close != R_BRACE && matches!(p.nth(1), FAT_ARROW | PLUS_ARROW) => true,
        NAME if starts_call(p) => true,
        _ => starts_statement(p),
    }
}

/// Whether a name is that of a function that is called without parentheses, and an argument follows.
fn starts_call(p: &Parser<'_>) -> bool {
    let is_argument = matches!(
        p.nth(1),
        NAME | WORD | CLASS_REF | VARIABLE | SQ_STRING | DQ_STRING | STRING_START
    );
    is_argument && is_statement_function(p.current_text())
}

/// Whether a line starts with what can only be a statement.
pub(super) fn starts_statement(p: &Parser<'_>) -> bool {
    if !p.follows_line_break() {
        return false;
    }
    match p.current() {
        VARIABLE => matches!(p.nth(1), EQ | PLUS_EQ | MINUS_EQ),
        NAME | CLASS_REF => p.nth(1) == L_BRACE,
        kind => {
            let starts = DEFINITION_START.contains(kind)
                || matches!(kind, IF_KW | UNLESS_KW | CASE_KW | ELSE_KW | ELSIF_KW);
            starts && !matches!(p.nth(1), FAT_ARROW | PLUS_ARROW | COMMA)
        }
    }
}

/// Eats the closing bracket, or reports that it is missing; what stands before it and cannot be read is skipped.
pub(super) fn close(p: &mut Parser<'_>, kind: SyntaxKind, what: &str) -> bool {
    if p.eat(kind) {
        return true;
    }
    if !p.has_error_here() {
        p.expected(what);
    }
    p.stop_here();
    let mut ahead = 0;
    // The bracket may be a few tokens ahead on the same line.
    while ahead < LOOKAHEAD {
        let next = p.nth(ahead);
        p.record_lookahead(ahead);
        if next == kind {
            let error = p.start();
            for _ in 0..ahead {
                p.bump();
            }
            error.complete(p, ERROR);
            return p.eat(kind);
        }
        if LIST_ENDS.contains(next)
            || matches!(next, EOF | L_BRACE | L_BRACK | L_PAREN)
            || p.line_break_before(ahead)
        {
            break;
        }
        ahead += 1;
    }
    false
}

//! Conditions: `if`, `unless`, `case`, and the selector `? { }`.

use crate::SyntaxKind::*;
use crate::error::SyntaxErrorKind;
use crate::grammar::{
    expressions::{expected_expression, expression},
    first_sets::EXPRESSION_START,
    lists, missing_operand,
    parsed::Parsed,
    resources, statements,
};
use crate::parser::{CompletedMarker, Parser};

/// `if test { } elsif test { } else { }`
pub(super) fn if_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    condition(p, "a condition");
    statements::block(p, "`{` and what to do if the condition is true");
    else_clauses(p);
    node.complete(p, IF_EXPR)
}

/// The value that `if`, `unless` or `case` looks at.
fn condition(p: &mut Parser<'_>, what: &str) {
    if p.parse_head(expression).is_none() {
        match missing_operand::is_other_statement(p) {
            true => p.expected(what),
            false => p.unexpected(what),
        }
        p.missing_node(ERROR);
    }
}

/// `else` or `elsif` without an `if`.
pub(super) fn stray_clauses(p: &mut Parser<'_>) {
    p.unexpected("a statement");
    let node = p.start();
    else_clauses(p);
    node.complete(p, IF_EXPR);
}

/// `{ statements }` after an expression: the keyword before it is missing.
pub(super) fn without_keyword(p: &mut Parser<'_>, condition: Parsed) -> Parsed {
    let node = condition.node.precede(p);
    if !p.has_stopped() {
        p.look_ahead(resources::title_in_braces);
    }
    if !p.has_error_here() {
        // The statements may start many lines further down.
        p.report_at(
            condition.token,
            SyntaxErrorKind::Unexpected,
            "A keyword such as `if` is missing before this expression",
        );
    }
    p.stop_here();
    statements::block(p, "`{`");
    else_clauses(p);
    Parsed::new(node.complete(p, IF_EXPR), condition.token)
}

/// `elsif test { } else { }`
fn else_clauses(p: &mut Parser<'_>) {
    // A chain of `elsif` nests in the tree, as in Puppet's.
    let mut open = vec![];
    loop {
        skip_stray_brace(p);
        let is_else_if = p.is_at(ELSE_KW) && p.nth(1) == IF_KW && !p.line_break_before(1);
        match p.current() {
            ELSE_KW if !is_else_if => {
                else_clause(p);
                break;
            }
            ELSE_KW | ELSIF_KW if open.len() < 400 => {
                let clause = p.start();
                if is_else_if {
                    p.bump();
                    instead_of_elsif(p);
                }
                let nested = p.start();
                p.bump();
                condition(p, "a condition");
                statements::block(p, "`{` and what to do if the condition is true");
                open.push((clause, nested));
            }
            _ => break,
        }
    }
    while let Some((clause, nested)) = open.pop() {
        nested.complete(p, IF_EXPR);
        clause.complete(p, ELSE_CLAUSE);
    }
}

/// Reports the `if` of `else if`.
fn instead_of_elsif(p: &mut Parser<'_>) {
    if !p.has_error_here() {
        let message = "Expected `{`, found `if`: write `elsif` instead of `else if`";
        p.report_at(p.position(), SyntaxErrorKind::Unexpected, message);
    }
    p.stop_here();
}

/// Skips a closing brace too many before `else`.
fn skip_stray_brace(p: &mut Parser<'_>) {
    if p.is_stray_closer() && matches!(p.nth(1), ELSE_KW | ELSIF_KW) {
        p.unexpected("`else`");
        p.bump_error();
    }
}

fn else_clause(p: &mut Parser<'_>) {
    let clause = p.start();
    p.bump();
    statements::block(p, "`{` and what to do otherwise");
    clause.complete(p, ELSE_CLAUSE);
}

/// `unless test { } else { }`
pub(super) fn unless_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    condition(p, "a condition");
    statements::block(p, "`{` and what to do if the condition is false");
    skip_stray_brace(p);
    if p.is_at(ELSE_KW) {
        else_clause(p);
    }
    node.complete(p, UNLESS_EXPR)
}

/// `case test { options }`
pub(super) fn case_expression(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    condition(p, "a value");
    if p.is_at(L_BRACE) {
        let open = p.position();
        p.bump();
        p.enter(open);
        if p.is_at(R_BRACE) {
            p.unexpected("a value and `:`");
        }
        p.deeper(case_options);
        statements::close_block(p, open);
    } else {
        p.expected("`{` and the options");
        if p.brace_is_missing() {
            p.enter_without_brace();
            p.deeper(case_options);
            p.eat(R_BRACE);
            p.leave();
        }
    }
    node.complete(p, CASE_EXPR)
}

fn case_options(p: &mut Parser<'_>) {
    while !p.is_at(R_BRACE) && !p.at_end() && !p.block_ends_here() {
        if p.is_at_any(EXPRESSION_START) {
            case_option(p);
            continue;
        }
        p.unexpected("a value and `:`");
        if matches!(
            p.current(),
            INTERPOLATION_END | STRING_END | STRING_TEXT | HEREDOC_END | HEREDOC_TEXT
        ) {
            return;
        }
        if p.is_at(L_BRACE) {
            statements::block(p, "`{`");
        } else {
            p.bump_error();
        }
    }
}

/// `a, b: { statements }`
fn case_option(p: &mut Parser<'_>) {
    let option = p.start();
    let before = p.position();
    loop {
        if expression(p).is_none() {
            p.unexpected("a value");
            break;
        }
        if !p.eat(COMMA) {
            break;
        }
    }
    if !p.eat(COLON) {
        p.expected("`:`");
    }
    if p.is_at(L_BRACE) || !p.has_error_here() {
        statements::block(p, "`{` and what to do in this case");
    }
    if p.position() == before {
        p.bump();
    }
    option.complete(p, CASE_OPTION);
}

/// `left ? { a => b, … }` or `left ? a => b`
pub(super) fn selector(p: &mut Parser<'_>, left: Parsed) -> Parsed {
    let node = left.node.precede(p);
    p.bump();
    if p.is_at(L_BRACE) {
        lists::list_in_braces(p, &ENTRIES, selector_entry);
    } else if p.follows_line_break() && p.brace_is_missing() {
        p.expected("`{`");
        p.deeper(|p| lists::list(p, &ENTRIES, selector_entry));
    } else if !selector_entry(p) {
        p.unexpected("`{` and the cases of the selector");
    }
    Parsed::new(node.complete(p, SELECTOR_EXPR), left.token)
}

const ENTRIES: lists::SeparatedList = lists::SeparatedList {
    close: R_BRACE,
    closing: "`}`",
    element: "a value and `=>`",
    starts: EXPRESSION_START,
    is_type: false,
    trailing_comma: true,
    may_be_empty: false,
    is_after: None,
};

fn selector_entry(p: &mut Parser<'_>) -> bool {
    let entry = p.start();
    if expression(p).is_none() {
        entry.abandon(p);
        return false;
    }
    if p.eat(FAT_ARROW) {
        expected_expression(p, "a value");
    } else {
        p.expected("`=>`");
        if matches!(p.current(), COLON | EQ | PLUS_ARROW) {
            p.bump_error();
            expression(p);
        } else if !p.follows_line_break() {
            expression(p);
        }
    }
    entry.complete(p, SELECTOR_ENTRY);
    true
}

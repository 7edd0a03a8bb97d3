//! Strings with interpolation, and heredocs.

use crate::SyntaxKind::{self, *};
use crate::grammar::expressions::assignment;
use crate::parser::{CompletedMarker, Parser};

/// `"text ${expression} $variable"`
pub(super) fn interpolated(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump();
    p.deeper(|p| parts(p, STRING_END, usize::MAX));
    p.eat(STRING_END);
    node.complete(p, INTERPOLATED_STRING)
}

/// Text, variables and interpolations up to the end of the string, or of so many tokens.
fn parts(p: &mut Parser<'_>, end: SyntaxKind, last: usize) {
    while p.position() < last {
        match p.current() {
            STRING_TEXT | HEREDOC_TEXT => p.bump(),
            VARIABLE => {
                let node = p.start();
                p.bump();
                node.complete(p, VARIABLE_EXPR);
            }
            INTERPOLATION_START => interpolation(p),
            kind if kind == end => return,
            // The lexer has seen that the string is not closed.
            _ => return,
        }
    }
}

/// `${expression}`
fn interpolation(p: &mut Parser<'_>) {
    let node = p.start();
    p.bump();
    let is_broken_off = p.follows_line_break() && !is_closed(p);
    if !is_broken_off && p.deeper(assignment).is_some_and(|it| it.is_none()) {
        p.unexpected("an expression");
    }
    if !p.is_at(INTERPOLATION_END) && !p.at_end() {
        p.unexpected("`}`");
        if is_closed(p) {
            skip_rest(p);
        }
    }
    p.eat(INTERPOLATION_END);
    node.complete(p, INTERPOLATION);
}

/// Whether an interpolation that has been started ends, or its string. The lexer has seen it, if not.
fn is_closed(p: &mut Parser<'_>) -> bool {
    let mut open = 0_usize;
    for ahead in 0.. {
        p.record_lookahead(ahead);
        match p.nth(ahead) {
            EOF | HEREDOC_END => return false,
            STRING_START | INTERPOLATION_START => open += 1,
            STRING_END | INTERPOLATION_END if open == 0 => return true,
            STRING_END | INTERPOLATION_END => open -= 1,
            _ => {}
        }
    }
    false
}

/// Skips what cannot be read, up to the end of the interpolation.
fn skip_rest(p: &mut Parser<'_>) {
    let error = p.start();
    let mut open = 0u32;
    loop {
        match p.current() {
            EOF | HEREDOC_END => break,
            STRING_START | INTERPOLATION_START => open += 1,
            STRING_END | INTERPOLATION_END if open == 0 => break,
            STRING_END | INTERPOLATION_END => open -= 1,
            _ => {}
        }
        p.bump();
    }
    error.complete(p, ERROR);
}

/// `@(TAG)`, and its text, which stands further down.
pub(super) fn heredoc(p: &mut Parser<'_>) -> CompletedMarker {
    let node = p.start();
    p.bump_tag();
    p.heredoc_body(|p, end| {
        let body = p.start();
        p.deeper(|p| {
            while p.position() < end {
                let before = p.position();
                parts(p, HEREDOC_END, end);
                if p.is_at(HEREDOC_END) || p.position() == before {
                    p.bump();
                }
            }
        });
        p.bump_until(end);
        body.complete(p, HEREDOC_BODY);
    });
    node.complete(p, HEREDOC)
}

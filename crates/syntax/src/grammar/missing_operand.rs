//! Recovery for incomplete code that would swallow the next line as its own continuation.
//!
//! Nothing here runs where a text is correct, or it looks for a form that no correct text has.

use crate::SyntaxKind::{self, *};
use crate::grammar::first_sets::DEFINITION_START;
use crate::parser::Parser;

/// How many tokens are looked at after a brace, without those in other brackets.
const LOOKAHEAD: usize = 24;

/// Whether the next line is a statement of its own, and not the operand that is missing at the end of the last one:
/// a resource, or an assignment where none can be.
pub(super) fn is_other_statement(p: &mut Parser<'_>) -> bool {
    let is_assignment =
        p.is_at(VARIABLE) && matches!(p.nth(1), EQ | PLUS_EQ | MINUS_EQ) && p.follows_line_break();
    is_assignment || is_other_resource(p)
}

/// Whether the next line is a resource: what is in its braces are no statements.
pub(super) fn is_other_resource(p: &mut Parser<'_>) -> bool {
    matches!(p.current(), NAME | CLASS_KW | CLASS_REF)
        && p.nth(1) == L_BRACE
        && p.follows_line_break()
        && holds_entries(p, 1)
}

/// Whether the braces that start so many tokens ahead hold titles, attributes or entries of a hash, and no statements.
pub(super) fn holds_entries(p: &mut Parser<'_>, brace: usize) -> bool {
    let mut ahead = brace + 1;
    for _ in 0..LOOKAHEAD {
        p.record_lookahead(ahead);
        match p.nth(ahead) {
            COLON | FAT_ARROW | PLUS_ARROW => return true,
            // A selector has arrows without braces of its own.
            R_BRACE | R_BRACK | R_PAREN | QUESTION | SEMICOLON | EOF => return false,
            kind if DEFINITION_START.contains(kind) && kind != CLASS_KW => return false,
            kind if closing(kind).is_some() => ahead = after_brackets(p, ahead),
            _ => ahead += 1,
        }
    }
    false
}

/// The token after brackets that start so many tokens ahead, whatever is missing in them.
fn after_brackets(p: &mut Parser<'_>, open: usize) -> usize {
    let mut waiting = Vec::new();
    let mut ahead = open;
    loop {
        let kind = p.nth(ahead);
        p.record_lookahead(ahead);
        if kind == EOF {
            return ahead;
        }
        ahead += 1;
        if let Some(close) = closing(kind) {
            waiting.push(close);
        } else if let Some(at) = waiting.iter().rposition(|it| *it == kind) {
            // What is not closed is closed with the braces around it.
            let is_closed = kind == R_BRACE || at + 1 == waiting.len();
            waiting.truncate(if is_closed { at } else { waiting.len() });
        }
        if waiting.is_empty() {
            return ahead;
        }
    }
}

/// The token that closes what this one opens.
fn closing(open: SyntaxKind) -> Option<SyntaxKind> {
    Some(match open {
        L_BRACE => R_BRACE,
        L_BRACK => R_BRACK,
        L_PAREN => R_PAREN,
        STRING_START => STRING_END,
        INTERPOLATION_START => INTERPOLATION_END,
        _ => return None,
    })
}

//! Commas after the last element of lists whose elements and closing bracket start lines.

use puppet_syntax::SyntaxKind::*;

use crate::indent::holders_of_lines;
use crate::lines::Gap;
use crate::token_gaps::{NONE, TokenRow};

/// The tokens after which a comma is added, in the order of the text.
pub(crate) fn missing_commas(row: &TokenRow<'_>, gaps: &[Gap]) -> Vec<usize> {
    let starts_line = |token: usize| gaps.get(token).is_some_and(|it| it.starts_line());
    let has_lines = holders_of_lines(row, gaps);
    let mut places: Vec<usize> = Vec::new();
    for (index, node) in row.nodes.iter().enumerate() {
        let has_lines = has_lines.get(index).copied().unwrap_or_default();
        if node.close == NONE || !has_lines || !starts_line(node.close) || !takes_comma(row, index)
        {
            continue;
        }
        let Some(last) = row.previous_code(node.close) else {
            continue;
        };
        if last != node.open && !matches!(row.kind(last), Some(COMMA | SEMICOLON | COLON)) {
            places.push(last);
        }
    }
    places.sort_unstable();
    places
}

/// Whether the last element of a list may have a comma after it, and should.
fn takes_comma(row: &TokenRow<'_>, index: usize) -> bool {
    let Some(node) = row.nodes.get(index) else {
        return false;
    };
    let holder = row.nodes.get(node.parent).map(|it| it.kind);
    match node.kind {
        LIST_EXPR | HASH_EXPR | SELECTOR_EXPR => true,
        RESOURCE_EXPR | RESOURCE_DEFAULTS | RESOURCE_OVERRIDE | UNTITLED_RESOURCE
        | COLLECT_EXPR => true,
        PARAM_LIST => row.kind(node.open) == Some(L_PAREN),
        ARG_LIST => holder == Some(CALL_EXPR),
        _ => false,
    }
}

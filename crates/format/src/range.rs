//! The statements that a range touches.

use puppet_syntax::{SyntaxKind, TextRange, TextSize};

use crate::token_gaps::TokenRow;
use crate::verbatim_regions::{is_list, statements};

/// From the line break before the first statement that a range touches to the end of the last one: statements of the
/// innermost list that holds the range. Empty if it touches none.
pub(crate) fn statements_at(row: &TokenRow<'_>, range: TextRange) -> TextRange {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let list = innermost_list(row, start, end);
    let mut touched: Option<(usize, usize)> = None;
    for node in statements(row)
        .into_iter()
        .filter_map(|it| row.nodes.get(it))
    {
        let (Some(first), Some(last)) = (row.tokens.get(node.first), row.tokens.get(node.last))
        else {
            continue;
        };
        if node.parent == list && first.start <= end && start <= last.end {
            let from = touched.map_or(row.gap(node.first).start, |it| it.0);
            touched = Some((from, last.end));
        }
    }
    let size = |offset: usize| TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    touched.map_or(TextRange::empty(range.start()), |(from, to)| {
        TextRange::new(size(from), size(to))
    })
}

/// The innermost node with statements in whose brackets a range is; the root if there is none.
fn innermost_list(row: &TokenRow<'_>, start: usize, end: usize) -> usize {
    let holds = |node: &crate::token_gaps::GapNode| {
        let (open, close) = (row.tokens.get(node.open), row.tokens.get(node.close));
        open.is_some_and(|it| it.end <= start) && close.is_some_and(|it| end <= it.start)
    };
    let found = row
        .nodes
        .iter()
        .rposition(|it| it.kind == SyntaxKind::BLOCK && holds(it));
    let root = || row.nodes.iter().position(|it| is_list(it.kind));
    found.or_else(root).unwrap_or_default()
}

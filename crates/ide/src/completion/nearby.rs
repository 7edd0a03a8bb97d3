//! The text around a cursor, with everything blank that cannot matter for what belongs there.
//!
//! A half-typed place is parsed again with a word in it. In a long file nearly all of that work is about statements that
//! are far away: blanks of the same length in their places keep all offsets, and cost nothing.

use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};

/// What is shorter than this is parsed as it is.
const LONG: usize = 4096;

/// The text with its far statements blank; `None` if nothing would be gained, or where a text may go on in lines after
/// its statement.
pub(super) fn nearby(root: &SyntaxNode, text: &str, offset: TextSize) -> Option<String> {
    if text.len() < LONG
        || text.contains("@(")
        || usize::from(root.text_range().len()) != text.len()
    {
        return None;
    }
    let far = far(root, offset);
    let mut near = String::with_capacity(text.len());
    let mut done = 0;
    for range in far {
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        near.push_str(text.get(done..start)?);
        near.push_str(&" ".repeat(end - start));
        done = end;
    }
    near.push_str(text.get(done..)?);
    Some(near)
}

/// The statements that stand neither around the cursor nor next to one that does, in the order of the text.
fn far(root: &SyntaxNode, offset: TextSize) -> Vec<TextRange> {
    let mut before = Vec::new();
    let mut after: Vec<Vec<TextRange>> = Vec::new();
    let mut node = root.clone();
    loop {
        let children: Vec<SyntaxNode> = node.children().collect();
        let at = children.partition_point(|it| it.text_range().start() < offset);
        let range = |it: &SyntaxNode| it.text_range();
        if matches!(node.kind(), SyntaxKind::SOURCE_FILE | SyntaxKind::BLOCK) {
            let first = children.get(..at.saturating_sub(2)).unwrap_or_default();
            let last = children.get(at + 1..).unwrap_or_default();
            before.extend(first.iter().map(range));
            after.push(last.iter().map(range).collect());
        }
        let around = at.checked_sub(1).and_then(|at| children.get(at));
        match around.filter(|it| it.text_range().end() >= offset) {
            Some(inner) => node = inner.clone(),
            None => break,
        }
    }
    before.extend(after.into_iter().rev().flatten());
    before
}

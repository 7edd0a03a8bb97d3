//! Positions in the comment above a definition: a tag, or the name of a parameter.

use puppet_syntax::SyntaxToken;
use puppet_text::TextSize;

use crate::context::CompletionPosition;

/// The completion context at an offset in a comment.
pub fn position_in_comment(comment: &SyntaxToken, start: TextSize) -> Option<CompletionPosition> {
    let before = start.checked_sub(comment.text_range().start())?;
    let before = comment.text().get(..usize::from(before))?;
    let before = before.strip_prefix('#')?.trim_start();
    if before == "@" {
        return Some(CompletionPosition::DocTag);
    }
    let subject = ["@param", "@enum", "@option"]
        .iter()
        .find_map(|tag| before.strip_prefix(tag))?;
    let is_next = subject.starts_with(' ') && subject.trim().is_empty();
    // A type may stand before the name.
    let is_after_type = subject.trim_start().starts_with('[') && subject.ends_with("] ");
    (is_next || is_after_type).then_some(CompletionPosition::DocParameter)
}

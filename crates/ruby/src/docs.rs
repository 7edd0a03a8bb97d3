//! Documentation comments: the comment lines directly above a definition.

use crate::lower::Comment;
use puppet_text::TextRange;

/// The text of the comment lines that end directly above `range`, without their `#`; none if there are none.
pub(crate) fn comment_above(
    source: &str,
    comments: &[Comment],
    range: TextRange,
) -> Option<String> {
    let mut lines = Vec::new();
    let mut below = usize::from(range.start());
    let end = comments.partition_point(|comment| comment.range.end() <= range.start());
    for comment in comments[..end].iter().rev() {
        let between = source.get(usize::from(comment.range.end())..below)?;
        let newlines = between.bytes().filter(|byte| *byte == b'\n').count();
        if !between.trim().is_empty()
            || newlines > 1
            || (newlines == 0 && !comment.text.ends_with('\n'))
        {
            break;
        }
        let text = comment.text.trim_end().trim_start_matches('#');
        lines.push(text.strip_prefix(' ').unwrap_or(text));
        below = usize::from(comment.range.start());
    }
    lines.reverse();
    let text = lines.join("\n");
    (!text.trim().is_empty()).then_some(text)
}

/// Takes the common indentation and the blank edges off a text, as Puppet's `scrub` does.
pub(crate) fn scrub(text: &str) -> String {
    let indent = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(n, line)| {
            if n == 0 {
                line.trim_start()
            } else {
                line.get(indent..).unwrap_or("")
            }
        })
        .collect();
    lines.join("\n").trim().to_owned()
}

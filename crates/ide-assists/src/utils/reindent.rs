//! Code that gets another place.

use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::TextRange;

use puppet_ide_db::syntax_ext::trimmed_range;

/// The text of a node whose first line had the indentation `from` and gets `to`. Nothing where a text or a comment spans
/// lines, or the text of a heredoc is on other lines.
pub fn reindent(node: &SyntaxNode, from: &str, to: &str) -> Option<String> {
    moved_part(node, trimmed_range(node), from, to)
}

/// The same for the tokens of a node that stand in a range.
pub fn moved_part(node: &SyntaxNode, range: TextRange, from: &str, to: &str) -> Option<String> {
    let tokens = node.descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let mut text = String::new();
    for token in tokens.filter(|it| range.contains_range(it.text_range())) {
        let has_break = token.text().contains('\n');
        match token.kind() {
            SyntaxKind::HEREDOC_TAG => return None,
            SyntaxKind::WHITESPACE if has_break => {
                let (breaks, indent) = token.text().rsplit_once('\n')?;
                text.push_str(breaks);
                text.push('\n');
                match indent.strip_prefix(from) {
                    Some(rest) => text.extend([to, rest]),
                    None => text.push_str(indent),
                }
            }
            _ if has_break => return None,
            _ => text.push_str(token.text()),
        }
    }
    Some(text)
}

//! Assist `convert_to_heredoc`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::string_value;
use puppet_text::TextSize;

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;

/// Converts a string with several lines to a heredoc.
///
/// ```puppet
/// $x = "on$0e\ntwo\n"
/// ```
///
/// becomes
///
/// ```puppet
/// $x = @(END)
///   one
///   two
///   | END
/// ```
pub fn convert_to_heredoc(site: &AssistContext<'_>) -> Option<CodeAction> {
    let token = site.token.as_ref()?;
    let is_string = matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING);
    let value = string_value(token.kind(), token.text());
    let text = value.strip_suffix('\n').unwrap_or(&value);
    if !is_string || !text.contains('\n') || !can_stand(text) || is_within_text(site) {
        return None;
    }
    let rest = site.text().get(usize::from(token.text_range().end())..)?;
    let line = rest.split('\n').next()?;
    // Another heredoc or text of this line would come between; a `\r` belongs to the end of the line.
    if line.contains(['@', '\'', '"', '\r']) || !rest.contains('\n') {
        return None;
    }
    let line_end = token.text_range().end() + TextSize::of(line) + TextSize::of('\n');
    let first = site.line_start(token.text_range().start());
    let before = site.slice(puppet_text::TextRange::new(
        first,
        token.text_range().start(),
    ));
    let is_within = |line| starts_in_text(site, line);
    if before.contains("@(") || is_within(first) || is_within(line_end) {
        return None;
    }
    let tag = tag(text)?;
    let indent = format!("{}  ", site.indentation(token.text_range().start()));
    let trim = if value.ends_with('\n') { "" } else { "-" };
    let mut body = String::new();
    for line in text.split('\n') {
        let margin = if line.is_empty() { "" } else { &*indent };
        body.push_str(&format!("{margin}{line}\n"));
    }
    body.push_str(&format!("{indent}|{trim} {tag}\n"));
    let edits = vec![
        TextEdit::replace(token.text_range(), format!("@({tag})")),
        TextEdit::insert(line_end, body),
    ];
    site.action("Convert to heredoc", ActionKind::Rewrite, edits)
}

/// Whether lines can be written as they are, after a margin.
fn can_stand(text: &str) -> bool {
    let is_blank = |line: &str| !line.is_empty() && line.trim().is_empty();
    !text
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t')
        && !text.split('\n').any(is_blank)
}

/// A tag that no line starts with.
fn tag(text: &str) -> Option<&'static str> {
    let mut tags = ["END", "EOT", "TEXT"].into_iter();
    tags.find(|tag| !text.contains(tag))
}

/// Whether the code stands in a template or in an interpolation, where no lines follow.
fn is_within_text(site: &AssistContext<'_>) -> bool {
    use SyntaxKind::*;
    let token = site.token.as_ref();
    token.is_none_or(|token| {
        let mut around = token.parent_ancestors();
        around.any(|it| matches!(it.kind(), INTERPOLATION | EPP_TEMPLATE | HEREDOC_BODY))
    })
}

/// Whether a line starts within a text.
fn starts_in_text(site: &AssistContext<'_>, line: TextSize) -> bool {
    let Some(root) = site
        .token
        .as_ref()
        .and_then(|it| it.parent_ancestors().last())
    else {
        return true;
    };
    let token = puppet_syntax::tokens_at(&root, line).right_biased();
    token.is_some_and(|it| it.text_range().start() < line && it.kind() != SyntaxKind::WHITESPACE)
}

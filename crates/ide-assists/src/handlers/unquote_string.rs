//! Assist `unquote_string`.

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_syntax::{Entry, SyntaxKind};

/// Removes the quotes of a string that can be a bare word.
///
/// ```puppet
/// file { 'a': ensure => 'pre$0sent' }
/// ```
///
/// becomes
///
/// ```puppet
/// file { 'a': ensure => present }
/// ```
pub fn unquote_string(site: &AssistContext<'_>) -> Option<CodeAction> {
    let token = site.token.as_ref()?;
    let string = token.parent()?;
    let is_quoted = matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING);
    // At other positions quotes are usual.
    let holder = string.parent()?.kind();
    let is_usual = matches!(holder, SyntaxKind::ATTRIBUTE | SyntaxKind::HASH_ENTRY);
    if !is_quoted || !is_usual {
        return None;
    }
    let word = token.text().get(1..token.text().len().checked_sub(1)?)?;
    let read = puppet_syntax::parse(&format!("$x = {word}"), Entry::Manifest);
    let root = read.syntax();
    let mut names = root
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::NAME_EXPR);
    let is_word = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && read.errors().is_empty()
        && names
            .next()
            .and_then(|it| it.first_token())
            .is_some_and(|it| it.kind() == SyntaxKind::NAME);
    if !is_word {
        return None;
    }
    let edit = TextEdit::replace(token.text_range(), word);
    site.action("Remove the quotes", ActionKind::Rewrite, vec![edit])
}

//! A bare word that is a text into one with quotes, and back.

use puppet_syntax::ast::{AstNode, Expr};
use puppet_syntax::{Entry, SyntaxKind, SyntaxNode};

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;

/// `present` to `'present'`
pub fn quote(site: &AssistContext<'_>) -> Option<CodeAction> {
    let token = site.token.as_ref()?;
    let word = token.parent()?;
    let is_bare = matches!(word.kind(), SyntaxKind::NAME_EXPR | SyntaxKind::STRING_EXPR)
        && matches!(token.kind(), SyntaxKind::NAME | SyntaxKind::WORD);
    if !is_bare || !is_value(&word) {
        return None;
    }
    let edit = TextEdit::replace(token.text_range(), format!("'{}'", token.text()));
    site.action("Put in quotes", ActionKind::Rewrite, vec![edit])
}

/// `'present'` to `present`
pub fn unquote(site: &AssistContext<'_>) -> Option<CodeAction> {
    let token = site.token.as_ref()?;
    let string = token.parent()?;
    let is_quoted = matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING);
    // Elsewhere, everybody writes quotes.
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

/// Whether a word is the value of something: elsewhere it is the name of a function or of a type of resources.
fn is_value(word: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    let Some(holder) = word.parent() else {
        return false;
    };
    // `File <| owner == x |>`
    if word.ancestors().any(|it| it.kind() == QUERY) {
        return false;
    }
    match holder.kind() {
        ATTRIBUTE | HASH_ENTRY | LIST_EXPR | ARG_LIST | CASE_OPTION | SELECTOR_ENTRY | BIN_EXPR
        | ASSIGN_EXPR | PARAM => true,
        RESOURCE_BODY => Expr::can_cast(word.kind()),
        _ => false,
    }
}

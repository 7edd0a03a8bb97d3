//! Assist `quote_bare_word`.

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_syntax::ast::{AstNode, Expr};
use puppet_syntax::{SyntaxKind, SyntaxNode};

/// Puts a bare word in quotes.
///
/// ```puppet
/// file { 'a': ensure => pre$0sent }
/// ```
///
/// becomes
///
/// ```puppet
/// file { 'a': ensure => 'present' }
/// ```
pub fn quote_bare_word(site: &AssistContext<'_>) -> Option<CodeAction> {
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

/// Whether a word is the value of something: at other positions it is the name of a function or resource type.
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

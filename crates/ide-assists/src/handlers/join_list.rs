//! Assist `join_list`.

use crate::assist_context::AssistContext;
use crate::utils::element_list::{ElementList, WIDTH};
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_syntax::SyntaxKind;
use puppet_text::TextRange;

/// Puts all elements of a list, hash, parameter list or resource on one line.
///
/// ```puppet
/// $x = [
///   $01,
///   2,
/// ]
/// ```
///
/// becomes
///
/// ```puppet
/// $x = [1, 2]
/// ```
pub fn join_list(site: &AssistContext<'_>) -> Option<CodeAction> {
    let list = ElementList::enclosing_list(site)?;
    if list.elements.is_empty() || !list.has_breaks(site) || list.has_comments() {
        return None;
    }
    let elements: Option<Vec<String>> = list
        .elements
        .iter()
        .map(|it| reindent(it, "", ""))
        .collect();
    let text = elements?.join(", ");
    if text.contains('\n') {
        return None;
    }
    let text = match list.kind {
        SyntaxKind::HASH_EXPR => format!(" {text} "),
        SyntaxKind::RESOURCE_BODY => format!(" {text} "),
        _ => text,
    };
    let line = site.line_start(list.inside.start());
    let before = site.slice(TextRange::new(line, list.inside.start()));
    if before.chars().count() + text.chars().count() >= WIDTH {
        return None;
    }
    let edit = TextEdit::replace(list.inside, text);
    site.action(
        "Put all elements on one line",
        ActionKind::Rewrite,
        vec![edit],
    )
}

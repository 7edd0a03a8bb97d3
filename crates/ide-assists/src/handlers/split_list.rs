//! Assist `split_list`.

use crate::assist_context::AssistContext;
use crate::utils::element_list::ElementList;
use crate::utils::reindent::reindent;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_syntax::SyntaxKind;

/// Puts each element of a list, hash, parameter list or resource on its own line.
///
/// ```puppet
/// $x = [$01, 2]
/// ```
///
/// becomes
///
/// ```puppet
/// $x = [
///   1,
///   2,
/// ]
/// ```
pub fn split_list(site: &AssistContext<'_>) -> Option<CodeAction> {
    let list = ElementList::enclosing_list(site)?;
    if list.elements.len() < 2 || list.has_breaks(site) || list.has_comments_between() {
        return None;
    }
    let indent = site.indentation(list.inside.start());
    let deeper = format!("{indent}{}", site.step());
    let mut text = String::new();
    for element in &list.elements {
        let from = site.indentation(trimmed_range(element).start());
        text.push_str(&format!("\n{deeper}{},", reindent(element, from, &deeper)?));
    }
    if list.kind == SyntaxKind::ARG_LIST {
        text.pop();
    }
    text.push_str(&format!("\n{indent}"));
    let edit = TextEdit::replace(list.inside, text);
    site.action(
        "Put each element on its own line",
        ActionKind::Rewrite,
        vec![edit],
    )
}

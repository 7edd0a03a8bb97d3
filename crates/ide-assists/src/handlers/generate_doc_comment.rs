//! Assist `generate_doc_comment`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Definition, Documentation, ParamTags};
use puppet_text::TextRange;

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{one_line, trimmed_range};

/// Adds the `@param` tags of a definition, in the order of its parameters.
///
/// ```puppet
/// class a$0(
///   Integer $size,
/// ) { }
/// ```
///
/// becomes
///
/// ```puppet
/// # @summary a
/// #
/// # @param size
/// class a(
///   Integer $size,
/// ) { }
/// ```
pub fn generate_doc_comment(site: &AssistContext<'_>) -> Option<CodeAction> {
    let definition: Definition = site.node()?;
    let name = definition.name_node()?;
    let head = TextRange::new(
        definition.syntax().text_range().start(),
        definition
            .param_list()
            .map_or(name.text_range().end(), |list| {
                list.syntax().text_range().end()
            }),
    );
    if !head.contains_range(site.selection) {
        return None;
    }
    match definition.documentation() {
        None => add(site, &definition),
        Some(comment) => repair(site, &definition, &comment),
    }
}

fn add(site: &AssistContext<'_>, definition: &Definition) -> Option<CodeAction> {
    let parameters: Vec<String> = definition.parameters().filter_map(|it| it.name()).collect();
    let start = trimmed_range(definition.syntax()).start();
    let indent = site.indentation(start);
    let mut lines = vec![format!("# @summary {}", definition.name()?.trim())];
    if !parameters.is_empty() {
        lines.push("#".to_owned());
    }
    lines.extend(parameters.iter().map(|name| format!("# @param {name}")));
    let returns = definition
        .syntax()
        .children()
        .find(|child| child.kind() == SyntaxKind::RETURN_TYPE)
        .map(|child| one_line(&child).trim_start_matches(">>").trim().to_owned());
    if let Some(returns) = returns {
        lines.push(format!("# @return [{returns}]"));
    }
    let text: String = lines
        .iter()
        .map(|line| format!("{line}\n{indent}"))
        .collect();
    site.action(
        "Add documentation",
        ActionKind::Rewrite,
        vec![TextEdit::insert(start, text)],
    )
}

/// Makes the tags of a comment those of the parameters.
fn repair(
    site: &AssistContext<'_>,
    definition: &Definition,
    comment: &Documentation,
) -> Option<CodeAction> {
    let edits = ParamTags::new(definition, comment)
        .edits(site.text())
        .into_iter();
    let edits = edits.map(|it| TextEdit::replace(it.range, it.text));
    let title = "Update the documentation comment";
    site.action(title, ActionKind::Rewrite, edits.collect())
}

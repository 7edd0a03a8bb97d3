//! Assist `generate_doc_comment`.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode, Definition, DocTag, Documentation};
use puppet_text::{TextRange, TextSize, closest};

use crate::assist_context::AssistContext;
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::{self, one_line, trimmed_range};

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
    let parameters = parameters(&definition);
    match definition.documentation() {
        None => add(site, &definition, &parameters),
        Some(comment) => repair(site, &definition, &comment, &parameters),
    }
}

/// The names of the parameters.
pub fn parameters(definition: &Definition) -> Vec<String> {
    let list = definition.param_list().into_iter();
    let parameters = list.flat_map(|list| list.parameters());
    parameters.filter_map(|it| it.name()).collect()
}

fn add(
    site: &AssistContext<'_>,
    definition: &Definition,
    parameters: &[String],
) -> Option<CodeAction> {
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
    parameters: &[String],
) -> Option<CodeAction> {
    site.action(
        "Update the documentation comment",
        ActionKind::Rewrite,
        repairs(site, definition, comment, parameters),
    )
}

/// The edits that do so.
pub fn repairs(
    site: &AssistContext<'_>,
    definition: &Definition,
    comment: &Documentation,
    parameters: &[String],
) -> Vec<TextEdit> {
    let mut missing: Vec<&str> = parameters
        .iter()
        .filter(|name| comment.param(name).is_none())
        .map(String::as_str)
        .collect();
    let tags = comment.tags.iter().enumerate();
    let stale = tags.filter(|(_, tag)| is_stale(tag, definition, parameters));
    let updated = stale.map(|(index, tag)| {
        renamed(site, tag, &mut missing).unwrap_or_else(|| {
            let next = comment.tags.get(index + 1).map(|next| next.range.start());
            TextEdit::replace(whole_tag(site, comment, tag, next), "")
        })
    });
    let mut edits: Vec<TextEdit> = updated.collect();
    let start = site.line_start(trimmed_range(definition.syntax()).start());
    let indent = site.indentation(trimmed_range(definition.syntax()).start());
    let added: String = missing
        .iter()
        .map(|name| format!("{indent}# @param {name}\n"))
        .collect();
    if !added.is_empty() {
        edits.push(TextEdit::insert(start, added));
    }
    edits
}

fn is_stale(tag: &DocTag, definition: &Definition, parameters: &[String]) -> bool {
    let is_given = |name: &str| {
        matches!(definition, Definition::DefineDef(_)) && matches!(name, "name" | "title")
    };
    let subject = tag.subject.as_ref().filter(|_| tag.name == "param");
    subject.is_some_and(|name| !parameters.contains(name) && !is_given(name))
}

/// The name of a parameter that has no tag, in the place of one in a tag that is like it.
fn renamed(site: &AssistContext<'_>, tag: &DocTag, missing: &mut Vec<&str>) -> Option<TextEdit> {
    let old = tag.subject.as_ref()?;
    let new = closest(old, missing.iter().copied())?;
    let text = site.slice(tag.range);
    let head = text.find("@param")? + "@param".len();
    let at = syntax_ext::occurrences(text, old).find(|at| *at >= head)?;
    let start = tag.range.start() + TextSize::try_from(at).ok()?;
    let edit = TextEdit::replace(TextRange::at(start, TextSize::of(old.as_str())), new);
    missing.retain(|it| *it != new);
    Some(edit)
}

/// The lines of a tag, up to the next tag, an empty line of the comment, or its end. Of the empty lines around it, one
/// stays.
fn whole_tag(
    site: &AssistContext<'_>,
    comment: &Documentation,
    tag: &DocTag,
    next: Option<TextSize>,
) -> TextRange {
    let start = site.line_start(tag.range.start());
    let limit = next.map_or(comment.range.end(), |next| site.line_start(next));
    let text = site.slice(TextRange::new(start, limit.max(start)));
    let mut end = start;
    let is_empty = |line: &str| line.trim().trim_start_matches('#').trim().is_empty();
    let before = site.slice(TextRange::up_to(start)).lines().next_back();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let ends = index > 0 && is_empty(line);
        if ends && !before.is_some_and(is_empty) {
            break;
        }
        end += TextSize::of(line);
        if ends {
            break;
        }
    }
    // The last line of the comment has its break after it.
    if end == comment.range.end() {
        end += TextSize::of('\n');
    }
    TextRange::new(start, end.min(TextSize::of(site.text())))
}

//! Templates in Embedded Ruby that read a variable of the body that calls them: `@port`, `scope['web::port']`.

use puppet_db::{File, FileKind};
use puppet_semantic::owner::{owner, path_in_module};
use puppet_syntax::ast::{AstNode as _, Definition};
use puppet_text::{TextRange, TextSize};

use super::target::{Target, TargetKind};
use super::{RenameError, refuse};
use crate::analysis::Context;
use crate::references::{last_segment, mentions, puppet_files};
use crate::resolve::Found;
use crate::source_change::{SourceChange, TextEdit};
use crate::syntax::enclosing_definition;

/// Adds the edits of templates that only the body of a variable names.
///
/// # Errors
/// Says which template other bodies name too: it would not find its variable there any more.
pub(super) fn add_edits(
    context: Context<'_>,
    target: &Target,
    new_name: &str,
    change: &mut SourceChange,
) -> Result<(), RenameError> {
    if !matches!(target.kind, TargetKind::Variable | TargetKind::Parameter) {
        return Ok(());
    }
    let Some((file, definition)) = target.found.first().and_then(bound_in) else {
        return Ok(());
    };
    let body = definition.syntax().text().to_string();
    let mut templates = context.files.all();
    templates.retain(|it| it.kind(context.db) == FileKind::Erb);
    templates.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    for template in templates {
        let edits = edits(template.text(context.db), target.word(), new_name);
        let Some(name) = name_of(context, template).filter(|name| body.contains(&**name)) else {
            continue;
        };
        if edits.is_empty() {
            continue;
        }
        let is_named_elsewhere = puppet_files(context).into_iter().any(|other| {
            let named = other.text(context.db).matches(&*name).count();
            let here = if other == file {
                body.matches(&*name).count()
            } else {
                0
            };
            named > here
        });
        if is_named_elsewhere {
            return refuse(format!(
                "the template `{name}` reads it, and is used in other places too"
            ));
        }
        change.add(context.files.id(context.db, template), edits);
    }
    Ok(())
}

/// The definition in which a variable gets its value.
fn bound_in(found: &Found) -> Option<(File, Definition)> {
    match found {
        Found::Binding(file, binding) => {
            Some((*file, enclosing_definition(&binding.token.parent()?)?))
        }
        Found::Parameter(file, definition, _) => Some((*file, definition.clone())),
        Found::Item(..) | Found::Ruby(..) => None,
    }
}

/// The name by which `template` finds a file: the module, and the path below its `templates`.
fn name_of(context: Context<'_>, template: File) -> Option<String> {
    let module = owner(context.db, template)?.module?;
    let path = path_in_module(context.db, module, template)?;
    let below = path.strip_prefix("templates/")?;
    Some(format!("{}/{below}", module.name(context.db)))
}

/// The places of a template that name the variable.
fn edits(text: &str, old: &str, new_name: &str) -> Vec<TextEdit> {
    if !mentions(text, old) {
        return Vec::new();
    }
    let reads = puppet_ruby::read_template(text).variables;
    let edit = |variable: puppet_ruby::TemplateVariable| {
        let written = text.get(std::ops::Range::<usize>::from(variable.range))?;
        let at = TextSize::try_from(written.rfind(old)?).ok()?;
        let range = TextRange::at(variable.range.start() + at, TextSize::of(old));
        Some(TextEdit::replace(range, new_name))
    };
    let of_name = reads
        .into_iter()
        .filter(|variable| last_segment(&variable.name) == old);
    let mut edits: Vec<TextEdit> = of_name.filter_map(edit).collect();
    edits.sort_by_key(|edit| edit.range.start());
    edits.dedup();
    edits
}

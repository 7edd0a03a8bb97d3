//! Templates in Embedded Ruby that read a variable: by the name of its class, or as a variable of the body that calls
//! them.

use puppet_semantic::index::item_tree::canonical;
use puppet_semantic::resolve::assets::template_name;
use puppet_syntax::ast::AstNode as _;

use super::target::{ResolvedTarget, TargetKind, ours};
use super::{RenameError, refuse};
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::defs::erb::{self, Renderers};
use puppet_ide_db::defs::inline_template::erb_texts;
use puppet_ide_db::defs::{Definition, last_segment};
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::symbol_index::SymbolKind;

/// Adds the edits of templates.
///
/// # Errors
/// Says which template reads the variable without a class and is named by other bodies too: these would not give it the
/// variable any more.
pub(super) fn add_edits(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
    change: &mut SourceChange,
) -> Result<(), RenameError> {
    match &target.kind {
        TargetKind::Variable | TargetKind::Parameter => {
            inline(context, target, new_name, change);
            variable(context, target, new_name, change)
        }
        TargetKind::Item(SymbolKind::Class, old) => {
            class(context, old, new_name, change);
            Ok(())
        }
        TargetKind::Item(..) => Ok(()),
    }
}

fn variable(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
    change: &mut SourceChange,
) -> Result<(), RenameError> {
    let Some(found) = target.found.first() else {
        return Ok(());
    };
    for template in erb::templates(context, target.word()) {
        if ours(context.file_context(template)).is_err() {
            continue;
        }
        let mut users = Renderers::default();
        let reads = erb::reads_of(context, template, found, target.word(), || {
            users = erb::users(context, template, found, target.word());
            users.own
        });
        if users.own
            && users.others
            && let Some(name) = template_name(context.db, template)
        {
            return refuse(format!(
                "the template `{name}` reads it, and is used in other places too"
            ));
        }
        let edits = reads
            .iter()
            .map(|read| TextEdit::replace(read.range, new_name));
        change.add(context.files.id(context.db, template), edits.collect());
    }
    Ok(())
}

/// `inline_template('<%= @variable %>')` in the definition that binds the variable.
fn inline(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
    change: &mut SourceChange,
) {
    let bound = target.found.first().and_then(Definition::bound_in);
    let Some((file, definition)) =
        bound.filter(|(file, _)| ours(context.file_context(*file)).is_ok())
    else {
        return;
    };
    let texts = erb_texts(definition.syntax(), file.text(context.db), target.word());
    let mut edits = Vec::new();
    for (text, start) in texts {
        let reads = erb::reads(&text, Some(target.word())).into_iter();
        let own = reads.filter(|read| read.class.is_empty());
        edits.extend(own.map(|read| TextEdit::replace(read.range + start, new_name)));
    }
    change.add(context.files.id(context.db, file), edits);
}

/// `scope['class::variable']`
fn class(context: IdeContext<'_>, old: &str, new_name: &str, change: &mut SourceChange) {
    let class = canonical(old);
    for template in erb::templates(context, last_segment(old)) {
        if ours(context.file_context(template)).is_err() {
            continue;
        }
        let reads = erb::reads(template.text(context.db), None).into_iter();
        let of_class = reads.filter(|read| read.class == *class);
        let edits = of_class.map(|read| TextEdit::replace(read.class_range, new_name));
        change.add(context.files.id(context.db, template), edits.collect());
    }
}

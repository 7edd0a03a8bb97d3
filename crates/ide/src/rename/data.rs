//! Keys of Hiera's data that give values to the parameters of classes: `class::parameter`.
//!
//! Source: automatic parameter lookup, `Puppet::Parser::Resource#lookup_external_default_for`.

use puppet_data::{Entry, Value, json, yaml};
use puppet_db::{File, FileKind};
use puppet_semantic::item::canonical;
use puppet_syntax::ast::Definition;
use puppet_text::{TextRange, TextSize};

use super::target::{Target, TargetKind, ours};
use crate::analysis::Context;
use crate::references::mentions;
use crate::resolve::Found;
use crate::source_change::{SourceChange, TextEdit};
use crate::symbols::{SymbolKind, named};
use crate::syntax::enclosing_definition;

/// Adds the edits of data files that follow when a class, or a parameter of one, gets another name.
pub(super) fn add_keys(
    context: Context<'_>,
    target: &Target,
    new_name: &str,
    change: &mut SourceChange,
) {
    let keys = keys(target, new_name);
    if keys.is_empty() {
        return;
    }
    let mut files = context.files.all();
    files.retain(|file| file.kind(context.db) == FileKind::Data && ours(context, *file).is_ok());
    files.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    for file in files {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = file.text(context.db);
        if mentions(text, target.word()) {
            let edits = edits(context, file, &keys);
            change.add(context.files.id(context.db, file), edits);
        }
    }
}

/// The keys that change, old and new.
fn keys(target: &Target, new_name: &str) -> Vec<(String, String)> {
    match &target.kind {
        TargetKind::Item(SymbolKind::Class, old) => {
            let definition = target.definition().map(|(_, definition)| definition);
            let parameters = definition
                .and_then(Definition::param_list)
                .into_iter()
                .flat_map(|list| list.parameters());
            let (old, new) = (canonical(old), canonical(new_name));
            let key = |name: String| (format!("{old}::{name}"), format!("{new}::{name}"));
            parameters.filter_map(|it| it.name()).map(key).collect()
        }
        TargetKind::Parameter => {
            let class = target.found.first().and_then(class_of);
            let old = target.word();
            let key = |class: String| (format!("{class}::{old}"), format!("{class}::{new_name}"));
            class.map(key).into_iter().collect()
        }
        TargetKind::Item(..) | TargetKind::Variable => Vec::new(),
    }
}

/// The class whose parameter it is.
fn class_of(parameter: &Found) -> Option<String> {
    let definition = match parameter {
        Found::Parameter(_, definition, _) => definition.clone(),
        Found::Binding(_, binding) => enclosing_definition(&binding.token.parent()?)?,
        Found::Item(..) | Found::Ruby(..) => return None,
    };
    let (kind, name, _) = named(&definition)?;
    (kind == SymbolKind::Class).then(|| canonical(&name).to_string())
}

fn edits(context: Context<'_>, file: File, keys: &[(String, String)]) -> Vec<TextEdit> {
    let text = &**file.text(context.db);
    let data = match file.path(context.db).ends_with(".json") {
        true => json::parse(text),
        false => yaml::parse(text),
    };
    // What cannot be read gives no values.
    let Ok(data) = data else {
        return Vec::new();
    };
    let options = data.get("lookup_options").and_then(Value::as_mapping);
    let entries = data.as_mapping().unwrap_or_default().iter();
    let edit = |entry: &Entry| {
        let (old, new) = keys.iter().find(|(old, _)| *old == entry.key)?;
        Some(TextEdit::replace(key_range(text, entry, old)?, new))
    };
    entries
        .chain(options.unwrap_or_default())
        .filter_map(edit)
        .collect()
}

/// Where a key stands within its quotes; nothing if it is written with escapes.
fn key_range(text: &str, entry: &Entry, key: &str) -> Option<TextRange> {
    let written =
        text.get(usize::from(entry.key_range.start())..usize::from(entry.key_range.end()))?;
    let at = TextSize::try_from(written.find(key)?).ok()?;
    let start = entry.key_range.start() + at;
    Some(TextRange::at(start, TextSize::of(key)))
}

//! Completion in `.fixtures.yml`.

use std::collections::BTreeSet;

use puppet_data::yaml;
use puppet_library::Library;
use puppet_project::hiera::Format;
use puppet_text::TextSize;

use crate::item::{CompletionItem, CompletionKind};
use crate::module_metadata::{CompletionsAt, names, typed, versions};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::hiera::incomplete::{PathSegment, YamlContext, YamlPosition, cursor_at};

pub fn completions(context: FileContext<'_>, offset: TextSize) -> CompletionsAt {
    let cursor = cursor_at(context.file.text(context.db), offset, Format::Yaml)?;
    let keys = cursor.path.iter().map(|step| match step {
        PathSegment::Key(key) => Some(key.as_str()),
        PathSegment::Item(_) => None,
    });
    let path: Vec<&str> = keys.collect::<Option<_>>()?;
    let typed = typed(context, cursor.replace, offset);
    let items = match (&*path, &cursor.slot) {
        ([], YamlPosition::Key { .. }) => words(&cursor, ""),
        (["fixtures"], YamlPosition::Key { .. }) => words(&cursor, "fixtures"),
        (["fixtures", part @ ("forge_modules" | "repositories")], YamlPosition::Key { .. }) => {
            modules(context, offset, &cursor, part)
        }
        (["fixtures", "forge_modules", name], YamlPosition::Value { needs_space })
        | (["fixtures", "forge_modules", name, "repo"], YamlPosition::Value { needs_space }) => {
            let items = full_names(context, name, typed);
            let quoted = items
                .into_iter()
                .map(|it| quoted(it, &cursor, *needs_space));
            quoted.collect()
        }
        (["fixtures", "forge_modules", name, "ref"], YamlPosition::Value { needs_space }) => {
            let name = full_name_in(context.file.text(context.db), name)?;
            let items = versions::versions(context, &name).into_iter();
            items.map(|it| quoted(it, &cursor, *needs_space)).collect()
        }
        (["fixtures", part, _], YamlPosition::Key { .. }) => words(&cursor, part),
        _ => return None,
    };
    Some((cursor.replace, items))
}

/// The fixed keys in a part that are not there yet.
fn words(cursor: &YamlContext, part: &str) -> Vec<CompletionItem> {
    let words = Library.document_keys(format!(".fixtures.yml {part}").trim_end());
    let items = words.iter().map(|(word, about)| {
        let item = CompletionItem::new(word, CompletionKind::Parameter).rank(10);
        with_colon(item.detail(about.replace('`', "'")), cursor)
    });
    free(items, cursor)
}

/// The modules that are known, by the names of their directories.
fn modules(
    context: FileContext<'_>,
    offset: TextSize,
    cursor: &YamlContext,
    part: &str,
) -> Vec<CompletionItem> {
    let is_forge = part == "forge_modules";
    // The Forge is asked only for its own modules.
    let letters = match is_forge {
        true => typed(context, cursor.replace, offset),
        false => "",
    };
    let mut seen = BTreeSet::new();
    let names = names::free(context, letters, offset).into_iter();
    let items = names.filter_map(|it| {
        let module = it.module()?;
        if !seen.insert(module.to_owned()) {
            return None;
        }
        let item = with_colon(it.item(module), cursor);
        let is_plain = item.insert.is_some() && is_forge;
        Some(match is_plain {
            true => item.insert(format!("{module}: '{}'", it.name("/"))),
            false => item,
        })
    });
    free(items, cursor)
}

/// The full names of a module, and after them those of all others.
fn full_names(context: FileContext<'_>, module: &str, typed: &str) -> Vec<CompletionItem> {
    // Nothing is typed yet of a name whose end is known.
    let letters = if typed.is_empty() { module } else { typed };
    let known = names::all(context, letters).into_iter();
    let items = known.map(|it| {
        let item = it.item(it.name("/"));
        let is_it = it.module() == Some(module);
        let rank = item.rank;
        item.rank(if is_it { rank / 10 } else { rank.max(40) })
    });
    items.collect()
}

/// The full name on the Forge of a module that has a `repo`.
fn full_name_in(text: &str, module: &str) -> Option<String> {
    let (root, _) = yaml::parse_tolerantly(text);
    let module = root.get("fixtures")?.get("forge_modules")?.get(module)?;
    let name = module.as_str().or_else(|| module.get("repo")?.as_str())?;
    Some(name.to_owned())
}

/// A text in quotes, unless they are there.
fn quoted(item: CompletionItem, cursor: &YamlContext, needs_space: bool) -> CompletionItem {
    let text = match (cursor.quote, needs_space) {
        (Some(_), _) => item.label.clone(),
        (None, true) => format!(" '{}'", item.label),
        (None, false) => format!("'{}'", item.label),
    };
    item.insert(text)
}

fn with_colon(item: CompletionItem, cursor: &YamlContext) -> CompletionItem {
    match &cursor.slot {
        YamlPosition::Key {
            has_colon: false, ..
        } if cursor.quote.is_none() => {
            let text = format!("{}: ", item.label);
            item.insert(text)
        }
        _ => item,
    }
}

/// Those that are not among the keys beside the cursor.
fn free(items: impl Iterator<Item = CompletionItem>, cursor: &YamlContext) -> Vec<CompletionItem> {
    let taken = match &cursor.slot {
        YamlPosition::Key { taken, .. } => taken.as_slice(),
        _ => &[],
    };
    items.filter(|item| !taken.contains(&item.label)).collect()
}

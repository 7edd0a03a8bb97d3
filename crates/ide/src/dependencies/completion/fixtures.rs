//! What could be written in a `.fixtures.yml`.

use puppet_db::File;
use puppet_project::hiera::Format;
use puppet_project::metadata::module_part;
use puppet_text::TextSize;

use super::{Proposals, Words, names};
use crate::analysis::Context;
use crate::completion::{CompletionItem, CompletionKind};
use crate::hiera::cursor::{DataCursor, Slot, Step, cursor_at};

/// The keys, by the keys around them; those of a module by the part that it stands in.
const KEYS: [(&str, Words); 4] = [
    ("", &[("fixtures", "The modules that the tests need")]),
    (
        "fixtures",
        &[
            ("forge_modules", "Modules of the Forge"),
            ("repositories", "Modules of repositories"),
            ("symlinks", "Links to directories"),
        ],
    ),
    (
        "forge_modules",
        &[
            ("repo", "`author/module`: the name on the Forge"),
            ("ref", "The version"),
            ("flags", "What `puppet module install` is given"),
        ],
    ),
    (
        "repositories",
        &[
            ("repo", "The address of the repository"),
            ("ref", "A tag or commit"),
            ("branch", "A branch"),
            ("scm", "`git`, `hg` or `svn`"),
            ("target", "The name of the directory"),
            ("flags", "What the program is given"),
            ("puppet_version", "The versions of Puppet that it is for"),
        ],
    ),
];

pub(super) fn proposals(context: Context<'_>, file: File, offset: TextSize) -> Proposals {
    let cursor = cursor_at(file.text(context.db), offset, Format::Yaml)?;
    let keys = cursor.path.iter().map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Item(_) => None,
    });
    let path: Vec<&str> = keys.collect::<Option<_>>()?;
    let items = match (&*path, &cursor.slot) {
        ([], Slot::Key { .. }) => words(&cursor, ""),
        (["fixtures"], Slot::Key { .. }) => words(&cursor, "fixtures"),
        (["fixtures", part @ ("forge_modules" | "repositories")], Slot::Key { .. }) => {
            modules(context, file, &cursor, part)
        }
        (["fixtures", "forge_modules", name], Slot::Value { needs_space })
        | (["fixtures", "forge_modules", name, "repo"], Slot::Value { needs_space }) => {
            full_names(context, file, name, cursor.quote.is_some(), *needs_space)
        }
        (["fixtures", part, _], Slot::Key { .. }) => words(&cursor, part),
        _ => return None,
    };
    Some((cursor.replace, items))
}

/// The fixed keys in a part that are not there yet.
fn words(cursor: &DataCursor, part: &str) -> Vec<CompletionItem> {
    let known = KEYS.iter().find(|(of, _)| *of == part);
    let words = known.map(|(_, words)| *words).unwrap_or_default().iter();
    let items = words.map(|(word, about)| {
        let item = CompletionItem::new(*word, CompletionKind::Parameter).rank(10);
        with_colon(item.detail(about.replace('`', "'")), cursor)
    });
    free(items, cursor)
}

/// The modules that are known, by the names of their directories.
fn modules(
    context: Context<'_>,
    file: File,
    cursor: &DataCursor,
    part: &str,
) -> Vec<CompletionItem> {
    let items = names(context, file).filter_map(|(name, version)| {
        let module = module_part(&name)?;
        let item = CompletionItem::new(module, CompletionKind::Value).detail(version);
        let item = with_colon(item.rank(10), cursor);
        let is_plain = item.insert.is_some() && part == "forge_modules";
        let full = name.replacen('-', "/", 1);
        Some(match is_plain {
            true => item.insert(format!("{module}: '{full}'")),
            false => item,
        })
    });
    free(items, cursor)
}

/// The names on the Forge of a module, or of all.
fn full_names(
    context: Context<'_>,
    file: File,
    module: &str,
    is_quoted: bool,
    needs_space: bool,
) -> Vec<CompletionItem> {
    let known = super::all_names(context, file);
    let items = known.into_iter().map(|(name, version)| {
        let is_it = module_part(&name) == Some(module);
        let label = name.replacen('-', "/", 1);
        let text = match (is_quoted, needs_space) {
            (true, _) => label.clone(),
            (false, true) => format!(" '{label}'"),
            (false, false) => format!("'{label}'"),
        };
        CompletionItem::new(label, CompletionKind::Value)
            .detail(version)
            .insert(text)
            .rank(if is_it { 5 } else { 40 })
    });
    items.collect()
}

fn with_colon(item: CompletionItem, cursor: &DataCursor) -> CompletionItem {
    match &cursor.slot {
        Slot::Key {
            has_colon: false, ..
        } if cursor.quote.is_none() => {
            let text = format!("{}: ", item.label);
            item.insert(text)
        }
        _ => item,
    }
}

/// Those that are not among the keys beside the cursor.
fn free(items: impl Iterator<Item = CompletionItem>, cursor: &DataCursor) -> Vec<CompletionItem> {
    let taken = match &cursor.slot {
        Slot::Key { taken, .. } => taken.as_slice(),
        _ => &[],
    };
    items.filter(|item| !taken.contains(&item.label)).collect()
}

//! Files that move with their names, and names that change with their files.

use puppet_db::{File, FileProblem};
use puppet_project::autoload::{Autoloaded, candidates, expected_name};
use puppet_semantic::index::file_origin::{owner, path_in_module};
use puppet_semantic::index::item_tree::{ItemKind, canonical, items};

use super::target::{Target, TargetKind, ours, target_at};
use super::{RenameError, change, refuse};
use puppet_ide_db::context::Context;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::search::assets;
use puppet_ide_db::source_change::{FileMove, SourceChange};
use puppet_ide_db::symbol_index::SymbolKind;
use puppet_ide_db::workspace_files::puppet_files;

/// Where the file of an item goes when the item gets another name.
pub(super) fn edits_of_moves(
    context: Context<'_>,
    target: &Target,
    new_name: &str,
) -> Result<Option<FileMove>, RenameError> {
    let (TargetKind::Item(kind, old), Some((file, _))) = (&target.kind, target.definition()) else {
        return Ok(None);
    };
    let (Some(kind), Some(module)) = (
        autoloaded(*kind),
        owner(context.db, file).and_then(|it| it.module),
    ) else {
        return Ok(None);
    };
    let old_path = candidates(kind, old).into_iter().next();
    let new_path = candidates(kind, new_name).into_iter().next();
    let (Some(old_path), Some(new_path)) = (old_path, new_path) else {
        return Ok(None);
    };
    let is_there = path_in_module(context.db, module, file) == Some(&*old_path);
    if !is_there || old_path == new_path {
        return Ok(None);
    }
    // What else the file defines must be found in its new place.
    for item in items(context.db, file) {
        let found = autoloaded_item(item.kind)
            .is_none_or(|kind| candidates(kind, &item.name).contains(&new_path));
        if item.name != canonical(old) && !found {
            return refuse(format!(
                "the file would move to `{new_path}`, where Puppet does not look for `{}`, which it defines too",
                item.name
            ));
        }
    }
    let to = format!("{}/{new_path}", module.root(context.db));
    let is_taken = context.files.all().into_iter().any(|other| {
        **other.path(context.db) == *to && other.problem(context.db) != Some(&FileProblem::Missing)
    });
    if is_taken {
        return refuse(format!("there is a file `{new_path}` already"));
    }
    Ok(Some(FileMove {
        file: context.files.id(context.db, file),
        to,
    }))
}

/// The edits that follow when the user gives files, or folders of files, other paths: `(old, new)`.
pub(crate) fn renamed_files(context: Context<'_>, moved: &[(String, String)]) -> SourceChange {
    let mut all = SourceChange::default();
    for file in puppet_files(context) {
        let path = file.path(context.db);
        let to = moved.iter().find_map(|(from, to)| {
            let rest = path.strip_prefix(from.trim_end_matches('/'))?;
            let is_below = rest.is_empty() || rest.starts_with('/');
            is_below.then(|| format!("{}{rest}", to.trim_end_matches('/')))
        });
        if let Some(change) = to.and_then(|to| renamed_file(context, file, &to)) {
            all.text_files.extend(change.text_files);
            for (file, edits) in change.edits {
                all.add(file, edits);
            }
        }
    }
    for (file, edits) in assets::renamed(context, moved).edits {
        all.add(file, edits);
    }
    all
}

fn renamed_file(context: Context<'_>, file: File, to: &str) -> Option<SourceChange> {
    let db = context.db;
    ours(context, file).ok()?;
    let module = owner(db, file)?.module?;
    let (old_kind, old) = expected_name(module.name(db), path_in_module(db, module, file)?)?;
    let relative = to.strip_prefix(&**module.root(db))?.strip_prefix('/')?;
    let (new_kind, new) = expected_name(module.name(db), relative)?;
    if old_kind != new_kind {
        return None;
    }
    let kind = items(db, file)
        .iter()
        .find(|item| item.name == old && autoloaded_item(item.kind) == Some(old_kind))
        .map(|item| symbol_kind(item.kind))?;
    let Definition::Item(_, definition) = resolve::item(context, file, kind, &old)? else {
        return None;
    };
    let offset = puppet_ide_db::syntax_ext::trimmed_range(&definition.name_node()?).start();
    let (target, _) = target_at(context, file, offset).ok()?;
    let new = match kind {
        SymbolKind::TypeAlias => puppet_text::capitalized(&new),
        _ => new,
    };
    let new = crate::rename::validate_name::check(context, &target, &new).ok()?;
    change(context, &target, &new, false).ok()
}

fn autoloaded(kind: SymbolKind) -> Option<Autoloaded> {
    match kind {
        SymbolKind::Class | SymbolKind::DefinedType => Some(Autoloaded::ClassOrDefine),
        SymbolKind::Function => Some(Autoloaded::Function),
        SymbolKind::TypeAlias => Some(Autoloaded::TypeAlias),
        SymbolKind::Plan => Some(Autoloaded::Plan),
        _ => None,
    }
}

fn symbol_kind(kind: ItemKind) -> SymbolKind {
    match kind {
        ItemKind::Class => SymbolKind::Class,
        ItemKind::DefinedType => SymbolKind::DefinedType,
        ItemKind::Function => SymbolKind::Function,
        ItemKind::Plan => SymbolKind::Plan,
        ItemKind::TypeAlias => SymbolKind::TypeAlias,
    }
}

fn autoloaded_item(kind: ItemKind) -> Option<Autoloaded> {
    autoloaded(symbol_kind(kind))
}

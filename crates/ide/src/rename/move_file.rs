//! The file of a renamed item moves to where Puppet looks for its new name.

use puppet_db::FileProblem;
use puppet_project::autoload::candidates;
use puppet_semantic::index::file_origin::{owner, path_in_module};
use puppet_semantic::index::item_tree::{ItemKind, canonical, items};

use super::target::{ResolvedTarget, TargetKind};
use super::{RenameError, refuse};
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::source_change::FileMove;

/// Where the file of an item goes when the item gets another name.
pub(super) fn file_move(
    context: IdeContext<'_>,
    target: &ResolvedTarget,
    new_name: &str,
) -> Result<Option<FileMove>, RenameError> {
    let (TargetKind::Item(kind, old), Some((file, _))) = (&target.kind, target.definition()) else {
        return Ok(None);
    };
    let (Some(kind), Some(module)) = (
        kind.item_kind().map(ItemKind::autoloaded),
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
        let found = candidates(item.kind.autoloaded(), &item.name).contains(&new_path);
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

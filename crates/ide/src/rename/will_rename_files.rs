//! Names that change with their files: `workspace/willRenameFiles`.

use puppet_project::autoload::expected_name;
use puppet_semantic::index::file_origin::{owner, path_in_module};
use puppet_semantic::index::item_tree::{ItemKind, canonical};

use super::target::{ours, target_at};
use super::{change, validate_name};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::search::assets;
use puppet_ide_db::source_change::SourceChange;
use puppet_ide_db::symbol_index::{SymbolKind, file_symbols};
use puppet_ide_db::workspace_files::puppet_files;

/// The edits that follow when the user gives files, or folders of files, other paths: `(old, new)`.
pub(crate) fn will_rename_files(
    context: IdeContext<'_>,
    moved: &[(String, String)],
) -> SourceChange {
    let mut all = SourceChange::default();
    for file in puppet_files(context) {
        let path = file.path(context.db);
        let to = moved.iter().find_map(|(from, to)| {
            let rest = path.strip_prefix(from.trim_end_matches('/'))?;
            let is_below = rest.is_empty() || rest.starts_with('/');
            is_below.then(|| format!("{}{rest}", to.trim_end_matches('/')))
        });
        if let Some(change) = to.and_then(|to| renamed_file(context.file_context(file), &to)) {
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

fn renamed_file(context: FileContext<'_>, to: &str) -> Option<SourceChange> {
    let db = context.db;
    ours(context).ok()?;
    let module = owner(db, context.file)?.module?;
    let (old_kind, old) =
        expected_name(module.name(db), path_in_module(db, module, context.file)?)?;
    let relative = to.strip_prefix(&**module.root(db))?.strip_prefix('/')?;
    let (new_kind, new) = expected_name(module.name(db), relative)?;
    if old_kind != new_kind {
        return None;
    }
    let symbol = file_symbols(db, context.file).iter().find(|it| {
        let kind = it.kind.item_kind().map(ItemKind::autoloaded);
        kind == Some(old_kind) && canonical(&it.name) == old
    })?;
    let (target, _) = target_at(context, symbol.range.start()).ok()?;
    let new = match symbol.kind {
        SymbolKind::TypeAlias => puppet_text::capitalized(&new),
        _ => new,
    };
    let new = validate_name::check(*context, &target, &new).ok()?;
    change(*context, &target, &new, false).ok()
}

//! Templates and files that modules hand out.

use puppet_db::File;
use puppet_semantic::assets::AssetKind;
use puppet_semantic::owner::owner;

use super::{CompletionItem, CompletionKind};
use crate::analysis::Context;

/// The names of all files of a kind: `module/path`; those of the file's own module first.
pub(super) fn paths(
    context: Context<'_>,
    file: File,
    kind: AssetKind,
    suffix: Option<&str>,
) -> Vec<CompletionItem> {
    let db = context.db;
    let Some(owner) = owner(db, file) else {
        return Vec::new();
    };
    let folder = match kind {
        AssetKind::Template => "templates/",
        AssetKind::File => "files/",
    };
    let mut items = Vec::new();
    for module in owner.environment.modules(db).iter() {
        let rank = if Some(*module) == owner.module { 5 } else { 20 };
        let name = module.name(db);
        let paths = module.assets(db).paths().unwrap_or_default().iter();
        let below = paths.filter_map(|path| path.strip_prefix(folder));
        let fitting = below.filter(|path| suffix.is_none_or(|suffix| path.ends_with(suffix)));
        items.extend(fitting.map(|path| {
            CompletionItem::new(format!("{name}/{path}"), CompletionKind::File).rank(rank)
        }));
    }
    items
}

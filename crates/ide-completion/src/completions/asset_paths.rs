//! Templates and files that modules hand out.

use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::AssetKind;

use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;

/// The addresses of all files that modules hand out.
pub fn addresses(context: FileContext<'_>) -> Vec<CompletionItem> {
    let mut items = paths(context, AssetKind::File, None, &NameMatcher::new(""));
    for item in &mut items {
        item.label = format!("puppet:///modules/{}", item.label);
    }
    items
}

/// The names of all files of a kind: `module/path`; those of the file's own module first.
pub fn paths(
    context: FileContext<'_>,
    kind: AssetKind,
    suffix: Option<&str>,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let db = context.db;
    let Some(owner) = owner(db, context.file) else {
        return Vec::new();
    };
    let folder = match kind {
        AssetKind::Template => "templates/",
        AssetKind::File => "files/",
    };
    let modules = owner.environment.modules(db).iter();
    let all = modules.flat_map(|module| {
        let is_near = Some(*module) == owner.module;
        let name = module.name(db);
        let paths = module.assets(db).paths().unwrap_or_default().iter();
        let below = paths.filter_map(move |path| path.strip_prefix(folder));
        let fitting = below.filter(|path| suffix.is_none_or(|suffix| path.ends_with(suffix)));
        fitting.map(move |path| (format!("{name}/{path}"), is_near))
    });
    let best = typed.best(all, |(path, _)| path, |(_, is_near)| *is_near);
    best.into_iter()
        .map(|(path, is_near)| {
            // What is named already is seldom named again.
            let rank = match (is_near, typed.uses(&path)) {
                (true, 0) => 5,
                (true, _) => 6,
                (false, _) => 40,
            };
            CompletionItem::new(path, CompletionKind::File).rank(rank)
        })
        .collect()
}

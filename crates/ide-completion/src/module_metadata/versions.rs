//! The versions of modules that could be asked for: of those on disk, and of those on the Forge.

use puppet_scalars::SemVer;

use crate::item::{CompletionItem, CompletionKind};
use crate::module_metadata::ranks;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::module_metadata::modules;

/// The rank of the newest version; the others come after it.
const NEWEST: u8 = 10;

/// The versions of a module, newest first.
pub fn versions(context: FileContext<'_>, name: &str) -> Vec<CompletionItem> {
    let on_disk =
        modules::module_of(context.db, context.file, name).and_then(|module| module.version);
    let on_forge = context.forge.module(name);
    let all = on_forge.and_then(|module| module.versions.clone());
    let newest = on_forge.map(|module| module.newest.clone());
    let mut all = all.unwrap_or_else(|| newest.iter().cloned().collect());
    if let Some(version) = &on_disk
        && !all.contains(version)
    {
        all.insert(usize::from(!all.is_empty()), version.clone());
    }
    let items = all.into_iter().zip(ranks(NEWEST)).map(|(version, rank)| {
        let detail = match (
            Some(&version) == newest.as_ref(),
            Some(&version) == on_disk.as_ref(),
        ) {
            (true, true) => "newest, on disk",
            (true, false) => "newest",
            (false, true) => "on disk",
            (false, false) => "",
        };
        let item = CompletionItem::new(version, CompletionKind::Value);
        item.detail(detail).rank(rank)
    });
    items.collect()
}

/// Ranges of versions of a module, up to the next one that may break something. What is `typed` may say where they
/// begin.
pub fn ranges(context: FileContext<'_>, name: &str, typed: &str) -> Vec<CompletionItem> {
    let newest = context.forge.module(name).map(|module| &module.newest);
    let newest = newest.and_then(|version| SemVer::parse(version).ok());
    let on_disk =
        modules::module_of(context.db, context.file, name).and_then(|module| module.version);
    let on_disk = on_disk.and_then(|version| SemVer::parse(&version).ok());
    let Some(last) = newest.as_ref().or(on_disk.as_ref()) else {
        return Vec::new();
    };
    let range = |from: &SemVer, last: &SemVer| {
        let next = last.major().checked_add(1)?;
        Some(format!(">= {from} < {next}.0.0"))
    };
    let lowest = |version: &SemVer| SemVer::new(version.major(), 0, 0);
    let from = typed.strip_prefix(">=").map(str::trim_start);
    let from = from.and_then(|it| SemVer::parse(it.split(' ').next()?).ok());
    let detail = newest.as_ref().map(|it| format!("newest is {it}"));
    let detail = detail.unwrap_or_default();
    let all = [
        (from.and_then(|from| range(&from, last)), &*detail),
        (on_disk.as_ref().and_then(|it| range(it, it)), "on disk"),
        (
            newest.as_ref().and_then(|it| range(&lowest(it), it)),
            &detail,
        ),
        (newest.as_ref().and_then(|it| range(it, it)), &detail),
    ];
    let mut items: Vec<CompletionItem> = Vec::new();
    for ((label, detail), rank) in all.into_iter().zip(ranks(NEWEST)) {
        let Some(label) = label else { continue };
        if items.iter().all(|item| item.label != label) {
            let item = CompletionItem::new(label, CompletionKind::Value);
            items.push(item.detail(detail).rank(rank));
        }
    }
    items
}

//! The file that a string names and that is not there.

use puppet_db::File;
use puppet_diagnostics::Diagnostic;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::templates::assets::{Asset, AssetKind, asset};

use super::fixes::{as_entry, mended};
use super::site::AssistContext;
use super::{ActionKind, CodeAction};
use crate::analysis::Context;
use crate::file_references::file_reference;
use crate::rename::is_ours;
use crate::source_change::SourceChange;

pub(super) fn create_file(site: &AssistContext<'_>) -> Option<CodeAction> {
    let (title, path) = missing(site)?;
    Some(CodeAction {
        title: as_entry(&title),
        kind: ActionKind::QuickFix,
        change: SourceChange {
            creates: vec![(path, String::new())],
            ..SourceChange::default()
        },
        mends: mended(site.context, site.file, site.selection, "F501"),
        is_preferred: true,
        explains: None,
    })
}

/// The file that a finding misses: what making it does, and its path.
pub(crate) fn created_by(
    context: Context<'_>,
    finding: &Diagnostic<File>,
) -> Option<(String, String)> {
    let is_missing = finding.code() == "F501";
    let place = is_missing.then_some(finding.place)?;
    missing(&AssistContext::new(context, place.file, place.range))
}

fn missing(site: &AssistContext<'_>) -> Option<(String, String)> {
    let db = site.context.db;
    let reference = file_reference(site.context, site.file, site.token.as_ref()?)?;
    let environment = owner(db, site.file)?.environment;
    let Asset::Absent(module) = asset(db, environment, reference.kind, &reference.name) else {
        return None;
    };
    let (_, path) = reference.name.split_once('/')?;
    let folder = match reference.kind {
        AssetKind::Template => "templates",
        AssetKind::File => "files",
    };
    let title = format!("create `{folder}/{path}`");
    let path = format!("{}/{folder}/{path}", module.root(db));
    is_ours(db, module).then_some((title, path))
}

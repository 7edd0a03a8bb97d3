//! The file that a string names and that is not there.

use puppet_semantic::assets::{Asset, AssetKind, asset};
use puppet_semantic::owner::owner;

use super::fixes::mended;
use super::site::Site;
use super::{ActionKind, CodeAction};
use crate::file_references::file_reference;
use crate::rename::is_ours;
use crate::source_change::SourceChange;

pub(super) fn create_file(site: &Site<'_>) -> Option<CodeAction> {
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
    if !is_ours(db, module) {
        return None;
    }
    let to = format!("{}/{folder}/{path}", module.root(db));
    Some(CodeAction {
        title: format!("Create `{folder}/{path}`"),
        kind: ActionKind::QuickFix,
        change: SourceChange {
            creates: vec![(to, String::new())],
            ..SourceChange::default()
        },
        mends: mended(site.context, site.file, site.selection, "F501"),
        is_preferred: true,
    })
}

//! Text files outside of the analysis: the specs and pages of modules, read from the disk on request.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_ide::is_spec;
use puppet_ide::{TextFileKind, TextFileSearch};

use crate::lsp;
use crate::snapshot::Snapshot;

/// The pages of a module that name what is in it.
const PAGES: [&str; 2] = ["README.md", "REFERENCE.md"];

/// Every text in which names may stand, in the order of the paths.
pub(crate) fn each_text(
    snapshot: &Snapshot,
    names: &TextFileSearch,
    mut see: impl FnMut(lsp::Url, &str, TextFileKind),
) {
    for module in &names.modules {
        let module = Path::new(module);
        let pages = PAGES
            .iter()
            .map(|page| (module.join(page), TextFileKind::Page));
        let specs = specs_of(module).into_iter();
        for (path, outside) in pages.chain(specs.map(|path| (path, TextFileKind::Spec))) {
            if let Ok(uri) = lsp::Url::from_file_path(&path)
                && let Some(text) = text_of(snapshot, &uri, &path)
            {
                see(uri, &text, outside);
            }
        }
    }
}

/// What an editor has open, else what is on disk.
fn text_of(snapshot: &Snapshot, uri: &lsp::Url, path: &Path) -> Option<Arc<str>> {
    let file = snapshot.uris.file(uri);
    if snapshot.analysis.contains_file(file) {
        return snapshot.analysis.text(file).ok();
    }
    Some(std::fs::read_to_string(path).ok()?.into())
}

/// The specs of a module, those of its fixtures left out.
fn specs_of(module: &Path) -> Vec<PathBuf> {
    let mut specs = Vec::new();
    let mut open = vec![module.join("spec")];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let path = entry.path();
            // Links are not followed: they may lead in circles.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && entry.file_name() != "fixtures" => open.push(path),
                Ok(kind) if kind.is_file() && path.to_str().is_some_and(is_spec) => {
                    specs.push(path)
                }
                _ => {}
            }
        }
    }
    specs.sort();
    specs
}

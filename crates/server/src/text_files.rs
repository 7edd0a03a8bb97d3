//! Text files outside of the analysis: the specs and pages of modules, read from the disk on request.

use std::path::Path;
use std::sync::Arc;

use puppet_ide::{TextFileKind, TextFileSearch, module_texts};

use crate::lsp;
use crate::snapshot::Snapshot;

/// Every text in which names may stand, in the order of the paths.
pub(crate) fn each_text(
    snapshot: &Snapshot,
    names: &TextFileSearch,
    mut see: impl FnMut(lsp::Url, &str, TextFileKind),
) {
    for module in &names.modules {
        for (path, outside) in module_texts(Path::new(module)) {
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

//! The stubs that are shipped with us as files, so that editors can open them: written when somebody goes there.

use std::fs;

use crate::caches;
use crate::transport::lsp;

/// The address of a file with a stub's text; `path` is that among the stubs. Nothing if it cannot be written.
pub(crate) fn uri(path: &str, text: &str) -> Option<lsp::Url> {
    let folder = caches::folder()?
        .join("stubs")
        .join(env!("CARGO_PKG_VERSION"));
    let file = path
        .split('/')
        .fold(folder, |folder, part| folder.join(part));
    let is_there = fs::read(&file).is_ok_and(|old| old == text.as_bytes());
    if !is_there && let Err(error) = caches::write(&file, text.as_bytes()) {
        tracing::warn!("cannot write {}: {error}", file.display());
        return None;
    }
    lsp::Url::from_file_path(&file).ok()
}

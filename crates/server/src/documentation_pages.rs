//! Pages of documentation as documents of the editor: without a file where it can show those, else as files that are
//! written when the user goes there, and that are read-only.

use std::fs;
use std::path::Path;

use puppet_vfs::atomic_write;

use crate::lsp;
use crate::protocol::client_capabilities::ClientFeatures;
use puppet_ide::cache_dir;

/// The scheme of pages without a file: `puppet-analyzer:/function/split.md`.
const SCHEME: &str = "puppet-analyzer:/";

/// The path of a page: `function/split.md`.
pub(crate) fn path(uri: &str) -> Option<&str> {
    let path = uri.strip_prefix(SCHEME)?.trim_start_matches('/');
    path.split(['?', '#']).next()
}

/// The URI of the page of a rule, by its code.
pub(crate) fn uri_of_rule(code: &str) -> String {
    format!("{SCHEME}rule/{code}.md")
}

/// The address of a page with this text; nothing if its file cannot be written.
pub(crate) fn uri(client: &ClientFeatures, path: &str, text: &str) -> Option<lsp::Url> {
    if client.shows_pages {
        return lsp::Url::parse(&format!("{SCHEME}{path}")).ok();
    }
    let folder = cache_dir::folder()?
        .join("pages")
        .join(env!("CARGO_PKG_VERSION"));
    let file = path
        .split('/')
        .fold(folder, |folder, part| folder.join(part));
    let is_there = fs::read(&file).is_ok_and(|old| old == text.as_bytes());
    if !is_there {
        set_read_only(&file, false);
        if let Err(error) = atomic_write::create(&file, text.as_bytes()) {
            tracing::warn!("cannot write {}: {error}", file.display());
            return None;
        }
        set_read_only(&file, true);
    }
    lsp::Url::from_file_path(&file).ok()
}

/// Changes to a page would be lost. Where this cannot be set, it is no worse than that.
fn set_read_only(file: &Path, is_read_only: bool) {
    if let Ok(metadata) = fs::metadata(file)
        && is_read_only
    {
        let mut permissions = metadata.permissions();
        permissions.set_readonly(true);
        let _ = fs::set_permissions(file, permissions);
    } else if cfg!(windows) && !is_read_only {
        // There, a file that is read-only cannot be replaced.
        let _ = fs::remove_file(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_the_paths_of_pages() {
        for (uri, expected) in [
            (
                "puppet-analyzer:/function/split.md",
                Some("function/split.md"),
            ),
            (
                "puppet-analyzer:///type/file.md#ensure",
                Some("type/file.md"),
            ),
            ("file:///type/file.md", None),
            (&uri_of_rule("N101"), Some("rule/N101.md")),
        ] {
            assert_eq!(path(uri), expected, "{uri}");
        }
        let client = ClientFeatures {
            shows_pages: true,
            ..ClientFeatures::default()
        };
        let uri = uri(&client, "type/file.md", "").expect("an address");
        assert_eq!(path(uri.as_str()), Some("type/file.md"));
    }
}

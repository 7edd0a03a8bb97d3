//! Files that can be had again, in our folder among the user's caches. The opened folder has no say in it.

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

/// Our folder among those of the user for what can be had again.
pub(crate) fn folder() -> Option<PathBuf> {
    let path = |name: &str| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let caches = path("XDG_CACHE_HOME").or_else(|| match env::consts::OS {
        "windows" => path("LOCALAPPDATA"),
        "macos" => Some(path("HOME")?.join("Library/Caches")),
        _ => Some(path("HOME")?.join(".cache")),
    });
    Some(caches?.join("puppet-analyzer"))
}

/// Writes a file whole or not at all.
///
/// # Errors
/// What the system says.
pub(crate) fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = path.with_extension(format!("{}.new", process::id()));
    fs::write(&new, contents)?;
    let moved = fs::rename(&new, path);
    if moved.is_err() {
        let _ = fs::remove_file(&new);
    }
    moved
}

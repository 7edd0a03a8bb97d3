//! Files that can be had again, in our folder among the user's caches. The opened folder has no say in it.

use std::env;
use std::path::PathBuf;

/// Our folder among those of the user for what can be had again.
#[must_use]
pub fn folder() -> Option<PathBuf> {
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

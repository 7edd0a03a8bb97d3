//! Writing a file as a whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// Gives a file a new text. Whoever reads it meanwhile, and whoever finds it after a crash, sees the old text or the new
/// one. Links stay links, and rights stay as they are.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = &fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let new = path.with_file_name(name);
    let written = write_new(&new, path, text).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

fn write_new(new: &Path, old: &Path, text: &str) -> io::Result<()> {
    // What may not be written may not be replaced either.
    let old = OpenOptions::new().write(true).open(old)?.metadata()?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(new)?;
    file.write_all(text.as_bytes())?;
    keep_owner(&file, &old);
    file.set_permissions(old.permissions())?;
    file.sync_all()
}

/// Only the administrator can, and only for that one it makes a difference.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

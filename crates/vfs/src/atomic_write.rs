//! Writing a file as a whole, or not at all.
//!
//! A process that reads the file at the same time, or after a crash, sees the old contents or the new ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

/// Gives a file new contents. Links stay links, and permissions stay as they are.
///
/// # Errors
/// The error of the system; also for a file that may not be written, even if it could be replaced.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let old = OpenOptions::new().write(true).open(&path)?.metadata()?;
    write(&path, contents, |file| {
        keep_owner(file, &old);
        file.set_permissions(old.permissions())
    })
}

/// Writes a file that only its owner may read, and the directories that it is in.
///
/// # Errors
/// The error of the system.
pub fn create(path: &Path, contents: &[u8]) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    write(path, contents, |_| Ok(()))
}

fn write(
    path: &Path,
    contents: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    // Only within one directory, and so within one file system, is a file renamed in one step.
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut new = NamedTempFile::new_in(directory)?;
    new.write_all(contents)?;
    prepare(new.as_file())?;
    new.as_file().sync_all()?;
    new.persist(path)?;
    Ok(())
}

/// Only the administrator can, and only for that one it makes a difference.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_as_a_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a/b.txt");
        assert!(replace(&path, b"").is_err());
        create(&path, b"one").expect("a new file");
        create(&path, b"two").expect("a file again");
        assert_eq!(fs::read(&path).expect("a file"), b"two");
        replace(&path, b"three").expect("a file again");
        assert_eq!(fs::read(&path).expect("a file"), b"three");
        // Nothing is left beside a file, also if it cannot be written.
        assert!(replace(&directory.path().join("a"), b"").is_err());
        assert!(create(&directory.path().join("a"), b"").is_err());
        let count = |path: &Path| fs::read_dir(path).expect("a directory").count();
        assert_eq!(count(directory.path()), 1);
        assert_eq!(count(&directory.path().join("a")), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let directory = tempfile::tempdir().expect("a directory");
        let [path, link] = ["file", "link"].map(|name| directory.path().join(name));
        fs::write(&path, "one").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
        symlink(&path, &link).expect("a link");
        replace(&link, b"two").expect("a file again");
        assert!(link.is_symlink());
        let metadata = fs::metadata(&path).expect("a file");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read(&path).expect("a file"), b"two");
    }
}

//! Writing a file as a whole, or not at all.
//!
//! A process that reads the file at the same time, or after a crash, sees the old contents or the new ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::Builder;

/// Gives a file new contents. Links stay links, and permissions stay as they are.
///
/// # Errors
/// The error of the system; also for a file that may not be written, even if it could be replaced.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let old = OpenOptions::new().write(true).open(&path)?.metadata()?;
    write(&Builder::new(), &path, contents, |file| {
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
    write(&Builder::new(), path, contents, |_| Ok(()))
}

/// Gives a file contents, whether it exists or not. What is no file, such as a pipe or a terminal, is written to.
///
/// # Errors
/// The error of the system; also for a file that may not be written, even if it could be replaced.
pub fn save(path: &Path, contents: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(old) if old.is_file() => replace(path, contents),
        Ok(_) => OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(contents),
        Err(error) if error.kind() == io::ErrorKind::NotFound => write_new(path, contents),
        Err(error) => Err(error),
    }
}

/// Writes a file that does not exist, with the permissions that new files have.
fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    write(&builder, path, contents, |_| Ok(()))
}

fn write(
    builder: &Builder<'_, '_>,
    path: &Path,
    contents: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    // Only within one directory, and so within one file system, is a file renamed in one step.
    let directory = match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    };
    let mut new = builder.tempfile_in(directory)?;
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

    #[test]
    fn files_are_saved_whether_they_exist_or_not() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.txt");
        for text in ["one", "two"] {
            save(&path, text.as_bytes()).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert!(save(&directory.path().join("gone/a.txt"), b"").is_err());
        assert!(save(directory.path(), b"").is_err());
        assert!(save(&path.join("b"), b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn new_files_have_the_usual_permissions_and_devices_stay() {
        let directory = tempfile::tempdir().expect("a directory");
        let [usual, saved] = ["usual", "saved"].map(|name| directory.path().join(name));
        fs::write(&usual, "").expect("a file");
        save(&saved, b"").expect("a file");
        let permissions = |path| fs::metadata(path).expect("a file").permissions();
        assert_eq!(permissions(&saved), permissions(&usual));
        save(Path::new("/dev/null"), b"gone").expect("a device");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
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

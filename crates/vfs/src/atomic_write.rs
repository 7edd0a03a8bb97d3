//! Writing a file as a whole, or not at all.
//!
//! A process that reads the file at the same time, or after a crash, sees the old contents or the new ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, TempPath};

/// The permissions of a file that only its owner may read, as bits of Unix.
const PRIVATE: u32 = 0o600;

/// The permissions of new files, before the user's mask.
const USUAL: u32 = 0o666;

/// Gives a file new contents. Links stay links, and permissions stay as they are. A file with other hard links is
/// written in place, so that they stay links of it.
///
/// # Errors
/// The error of the system; also for a file that may not be written, even if it could be replaced.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let mut file = OpenOptions::new().write(true).open(&path)?;
    let old = file.metadata()?;
    if has_other_links(&old) {
        file.write_all(contents)?;
        file.set_len(contents.len() as u64)?;
        return file.sync_all();
    }
    write(&path, contents, PRIVATE, |file| {
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
    write(path, contents, PRIVATE, |_| Ok(()))
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
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            write(path, contents, USUAL, |_| Ok(()))
        }
        Err(error) => Err(error),
    }
}

fn write(
    path: &Path,
    contents: &[u8],
    mode: u32,
    prepare: impl Fn(&File) -> io::Result<()>,
) -> io::Result<()> {
    // Only within one directory, and so within one file system, is a file renamed in one step.
    let directory = match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    };
    if !directory.is_dir() {
        let message = format!("the directory {} does not exist", directory.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let new = write_temporary(directory, mode, |mut file| {
        file.write_all(contents)?;
        prepare(file)?;
        file.sync_all()
    })?;
    new.persist(path)?;
    Ok(())
}

/// Fills a new file in a directory. On Linux it gets its name at the end, so that a process that is killed leaves none.
fn write_temporary(
    directory: &Path,
    mode: u32,
    fill: impl Fn(&File) -> io::Result<()>,
) -> io::Result<TempPath> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    #[cfg(target_os = "linux")]
    if let Some(file) = unnamed_file(directory, mode) {
        fill(&file)?;
        // File systems and sandboxes exist where that is not possible.
        if let Ok(path) = name_file(&builder, directory, &file) {
            return Ok(path);
        }
    }
    let new = builder.tempfile_in(directory)?;
    fill(new.as_file())?;
    Ok(new.into_temp_path())
}

/// A file without a name, where the file system has such files.
#[cfg(target_os = "linux")]
fn unnamed_file(directory: &Path, mode: u32) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = open(directory, flags, Mode::from_raw_mode(mode)).ok()?;
    Some(file.into())
}

/// Gives a file without a name one that no other file has.
#[cfg(target_os = "linux")]
fn name_file(builder: &Builder<'_, '_>, directory: &Path, file: &File) -> io::Result<TempPath> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd as _;
    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    let named = builder.make_in(directory, |path| {
        Ok(linkat(CWD, &*unnamed, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    })?;
    Ok(named.into_temp_path())
}

/// Whether a file has other names.
fn has_other_links(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(file) > 1;
    #[cfg(not(unix))]
    return {
        let _ = file;
        false
    };
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
    fn hard_links_stay() {
        let directory = tempfile::tempdir().expect("a directory");
        let [path, link] = ["file", "link"].map(|name| directory.path().join(name));
        fs::write(&path, "a long text").expect("a file");
        fs::hard_link(&path, &link).expect("a link");
        for text in ["two", "a longer text"] {
            replace(&path, text.as_bytes()).expect("a file again");
            assert_eq!(fs::read_to_string(&link).expect("a file"), text);
        }
    }

    /// A process that is killed while it writes leaves nothing beside the file.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_has_no_name_while_it_is_written() {
        let directory = tempfile::tempdir().expect("a directory");
        let count = || fs::read_dir(directory.path()).expect("a directory").count();
        let new = write_temporary(directory.path(), PRIVATE, |_| {
            assert_eq!(count(), 0);
            Ok(())
        });
        let new = new.expect("a file");
        assert_eq!(count(), 1);
        drop(new);
        assert_eq!(count(), 0);
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

//! Paths as the user sees them: relative to the working directory.

use std::io;
use std::path::{Component, Path, PathBuf};

use puppet_vfs::FilePath;

/// The working directory.
pub struct WorkingDirectory(PathBuf);

impl WorkingDirectory {
    /// The one of this process.
    ///
    /// # Errors
    /// When it does not exist any more.
    pub fn current() -> io::Result<Self> {
        std::env::current_dir().map(Self)
    }

    /// Another directory, by its absolute path.
    pub fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The absolute path, without `.` and `..`; symbolic links stay, so that a module keeps the name of its link.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        let path = FilePath::disk(self.0.join(path));
        path.as_disk().map_or_else(PathBuf::new, Path::to_owned)
    }

    /// The absolute path of a directory.
    ///
    /// # Errors
    /// When there is no directory.
    pub fn directory(&self, path: &Path) -> io::Result<PathBuf> {
        let absolute = self.absolute(path);
        if absolute.is_dir() {
            return Ok(absolute);
        }
        let message = format!("{} is no directory", path.display());
        Err(io::Error::new(io::ErrorKind::NotFound, message))
    }

    /// The path relative to the working directory, with `..` where it is outside of it.
    pub fn relative(&self, path: &Path) -> PathBuf {
        let here: Vec<Component<'_>> = self.0.components().collect();
        let there: Vec<Component<'_>> = path.components().collect();
        let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
        // Another drive, or only the root in common: the absolute path is easier to read.
        if common <= 1 && here.len() > common {
            return path.to_owned();
        }
        let up = here[common..].iter().map(|_| Component::ParentDir);
        let relative: PathBuf = up.chain(there[common..].iter().copied()).collect();
        if relative.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            relative
        }
    }
}

/// A path as a part of a URI.
pub fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let bytes = path.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a b/ü%.pp"), "a%20b/%C3%BC%25.pp");
    }

    #[test]
    fn paths_are_shown_from_here() {
        let directory = WorkingDirectory(PathBuf::from("/home/me/repo"));
        for (path, shown) in [
            ("/home/me/repo/a.pp", "a.pp"),
            ("/home/me/other/a.pp", "../other/a.pp"),
            ("/home/me/repo", "."),
            ("/etc/a.pp", "/etc/a.pp"),
        ] {
            assert_eq!(directory.relative(Path::new(path)), Path::new(shown));
        }
        assert_eq!(
            directory.absolute(Path::new("../x/./y")),
            Path::new("/home/me/x/y")
        );
    }
}

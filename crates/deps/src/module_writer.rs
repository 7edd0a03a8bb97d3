//! Files of one module, written below one directory and within limits.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Component, Path, PathBuf};

/// The largest file, in bytes.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// The most bytes of all files of a module.
const LARGEST_MODULE: u64 = 128 * 1024 * 1024;

/// The most files of a module.
const MOST_FILES: usize = 20_000;

/// The most directories in one another.
const MOST_LEVELS: usize = 32;

/// Writes the files of a module into a directory that is empty at first.
#[derive(Debug)]
pub(crate) struct ModuleWriter {
    root: PathBuf,
    files: usize,
    bytes: u64,
}

impl ModuleWriter {
    pub(crate) fn new(root: PathBuf) -> Self {
        Self {
            root,
            files: 0,
            bytes: 0,
        }
    }

    /// How many files were written.
    pub(crate) fn files(&self) -> usize {
        self.files
    }

    /// Writes a plain file without the permission to execute it.
    ///
    /// # Errors
    /// That its path leads away, that a limit is reached, or the error of the system.
    pub(crate) fn write(&mut self, path: &Path, contents: &mut dyn Read) -> Result<(), String> {
        let shown = path.display();
        let target = self.target(path)?;
        self.files += 1;
        if self.files > MOST_FILES {
            return Err(format!("the module has more than {MOST_FILES} files"));
        }
        let written = write_new(&target, contents).map_err(|error| format!("{shown}: {error}"))?;
        self.bytes += written;
        match written > LARGEST_FILE || self.bytes > LARGEST_MODULE {
            true => Err(format!("{shown}: the module is too large")),
            false => Ok(()),
        }
    }

    /// Where a file goes: below the root, without any step up.
    fn target(&self, path: &Path) -> Result<PathBuf, String> {
        let mut target = self.root.clone();
        let mut levels = 0;
        for component in path.components() {
            match component {
                Component::Normal(name) if is_plain(name.to_str()) => target.push(name),
                Component::CurDir => continue,
                _ => {
                    return Err(format!(
                        "{}: the path leads out of the module",
                        path.display()
                    ));
                }
            }
            levels += 1;
        }
        match levels == 0 || levels > MOST_LEVELS {
            true => Err(format!("{}: the path cannot be used", path.display())),
            false => Ok(target),
        }
    }
}

/// Whether a name means the same on all systems: no separators of others, no drive.
fn is_plain(name: Option<&str>) -> bool {
    name.is_some_and(|name| !name.contains(['\\', ':', '\0']) && name != ".git")
}

/// Writes a file that does not exist yet; at most one byte more than the largest may have.
fn write_new(target: &Path, contents: &mut dyn Read) -> io::Result<u64> {
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut file = File::create_new(target)?;
    let written = io::copy(&mut contents.take(LARGEST_FILE + 1), &mut file)?;
    file.flush()?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_the_module() {
        let writer = ModuleWriter::new(PathBuf::from("/cache/web"));
        for (path, expected) in [
            ("manifests/init.pp", "/cache/web/manifests/init.pp"),
            ("./a", "/cache/web/a"),
            ("a/../b", ""),
            ("../b", ""),
            ("/etc/passwd", ""),
            ("a\\..\\b", ""),
            ("C:b", ""),
            (".git/hooks/post-checkout", ""),
            ("", ""),
        ] {
            let target = writer.target(Path::new(path)).unwrap_or_default();
            assert_eq!(target, Path::new(expected), "{path}");
        }
    }
}

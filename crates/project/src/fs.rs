//! Reading and listing, through a trait: the disk, or memory in tests.

mod confined;
mod file_contents;
mod overlay;
mod parallel_read;
pub(crate) mod stub_file;
mod walk;

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puppet_db::LazyContents;
use puppet_vfs::disk::{self, DiskText, ReadProblem};

pub use crate::fs::confined::{ConfinedFs, normal};
pub use crate::fs::file_contents::{DiskFile, FileContents, contents_of};
pub use crate::fs::overlay::OverlayFs;
pub use crate::fs::parallel_read::Readers;

/// What stands at a path, symbolic links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, a socket, …
    Other,
}

/// A path that could not be walked, with a message for users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkProblem {
    /// Where.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
    /// Whether something is missing that should have been read.
    pub is_unread: bool,
}

/// The files of a directory tree, and what could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Walk {
    /// The files in the order of their paths.
    pub files: Vec<PathBuf>,
    /// Those of the files that are symbolic links.
    pub links: Vec<PathBuf>,
    /// Directories that could not be read, loops of symbolic links.
    pub problems: Vec<WalkProblem>,
}

/// What a walk does with entries whose name starts with a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenEntries {
    /// They are left out.
    Skip,
    /// They are walked as others are.
    Include,
}

/// The size and time of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// In bytes.
    pub size: u64,
    /// When it was last changed, as nanoseconds since some start.
    pub changed: u128,
}

impl Stamp {
    /// That of the file that the system describes.
    pub(crate) fn from_metadata(metadata: &Metadata) -> Option<Self> {
        let changed = metadata.modified().ok()?;
        let changed = changed.duration_since(std::time::UNIX_EPOCH);
        Some(Self {
            size: metadata.len(),
            changed: changed.map_or(0, |since| since.as_nanos()),
        })
    }
}

/// Where files come from.
pub trait FileSystem: FileContents {
    /// What stands at a path; `None` if nothing does (or it cannot be seen).
    fn kind(&self, path: &Path) -> Option<EntryKind>;

    /// The target of a symbolic link, as written; `None` if no link stands at the path.
    fn read_link(&self, path: &Path) -> Option<PathBuf>;

    /// The absolute path without symbolic links; `None` if nothing stands there.
    fn canonical(&self, path: &Path) -> Option<PathBuf>;

    /// The text of a file.
    ///
    /// # Errors
    /// Why there is none.
    fn read(&self, path: &Path) -> Result<DiskText, ReadProblem>;

    /// Something that changes whenever the text of a file does; `None` if it cannot be seen.
    fn stamp(&self, path: &Path) -> Option<Stamp>;

    /// The names in a directory, in order; empty if it cannot be read.
    fn list(&self, directory: &Path) -> Vec<String>;

    /// All files below a directory, symbolic links followed, without the directories for which `enter` says no (it is
    /// not asked about the root itself).
    fn walk(
        &self,
        root: &Path,
        hidden: HiddenEntries,
        enter: &(dyn Fn(&Path) -> bool + Send + Sync),
    ) -> Walk;

    /// Whether a directory stands at a path.
    fn is_directory(&self, path: &Path) -> bool {
        self.kind(path) == Some(EntryKind::Directory)
    }

    /// Whether a file stands at a path.
    fn is_file(&self, path: &Path) -> bool {
        self.kind(path) == Some(EntryKind::File)
    }
}

/// The real disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl FileContents for Disk {
    fn contents(&self, path: &Path) -> LazyContents {
        contents_of(disk::read(path)).into()
    }
}

impl FileSystem for Disk {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(if metadata.is_file() {
            EntryKind::File
        } else if metadata.is_dir() {
            EntryKind::Directory
        } else {
            EntryKind::Other
        })
    }

    fn read_link(&self, path: &Path) -> Option<PathBuf> {
        std::fs::read_link(path).ok()
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok()
    }

    fn read(&self, path: &Path) -> Result<DiskText, ReadProblem> {
        disk::read(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        Stamp::from_metadata(&std::fs::metadata(path).ok()?)
    }

    fn list(&self, directory: &Path) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(directory) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        names
    }

    fn walk(
        &self,
        root: &Path,
        hidden: HiddenEntries,
        enter: &(dyn Fn(&Path) -> bool + Send + Sync),
    ) -> Walk {
        walk::walk(root, hidden, enter)
    }
}

/// Files in memory, by absolute path.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<PathBuf, Arc<str>>,
}

impl Memory {
    /// Puts a file in, or replaces it.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) {
        self.files.insert(path.into(), text.into());
    }

    /// Takes a file out.
    pub fn remove(&mut self, path: &Path) {
        self.files.remove(path);
    }

    fn below<'a>(&'a self, directory: &'a Path) -> impl Iterator<Item = &'a PathBuf> + 'a {
        self.files
            .range(directory.to_owned()..)
            .map(|(path, _)| path)
            .take_while(move |path| path.starts_with(directory))
    }
}

impl<P: Into<PathBuf>, T: Into<Arc<str>>> FromIterator<(P, T)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Self {
        Self {
            files: files
                .into_iter()
                .map(|(path, text)| (path.into(), text.into()))
                .collect(),
        }
    }
}

impl FileContents for Memory {
    fn contents(&self, path: &Path) -> LazyContents {
        contents_of(self.read(path)).into()
    }

    fn is_in_memory(&self) -> bool {
        true
    }
}

impl FileSystem for Memory {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        if self.files.contains_key(path) {
            return Some(EntryKind::File);
        }
        self.below(path).next().map(|_| EntryKind::Directory)
    }

    fn read_link(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        self.kind(path).map(|_| normal(path))
    }

    fn read(&self, path: &Path) -> Result<DiskText, ReadProblem> {
        match self.files.get(path) {
            Some(text) => Ok(DiskText {
                text: text.clone(),
                invalid_utf8: None,
            }),
            None => Err(ReadProblem::NotFound),
        }
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let text = self.files.get(path)?;
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(text, &mut hasher);
        Some(Stamp {
            size: text.len() as u64,
            changed: u128::from(std::hash::Hasher::finish(&hasher)),
        })
    }

    fn list(&self, directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = self
            .below(directory)
            .filter_map(|path| {
                path.strip_prefix(directory)
                    .ok()?
                    .iter()
                    .next()?
                    .to_str()
                    .map(str::to_owned)
            })
            .collect();
        names.dedup();
        names
    }

    fn walk(
        &self,
        root: &Path,
        hidden: HiddenEntries,
        enter: &(dyn Fn(&Path) -> bool + Send + Sync),
    ) -> Walk {
        let visible = |path: &Path| {
            let Ok(relative) = path.strip_prefix(root) else {
                return false;
            };
            let mut directory = root.to_owned();
            relative.iter().all(|part| {
                directory.push(part);
                let is_hidden = part.to_str().is_some_and(|name| name.starts_with('.'));
                (!is_hidden || hidden == HiddenEntries::Include)
                    && (directory == path || enter(&directory))
            })
        };
        Walk {
            files: self
                .below(root)
                .filter(|path| visible(path))
                .cloned()
                .collect(),
            links: Vec::new(),
            problems: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_behaves_like_a_disk() {
        let memory: Memory = [
            ("/m/manifests/init.pp", "a"),
            ("/m/.git/x.pp", "b"),
            ("/m/pkg/y.pp", "c"),
            ("/n.pp", "d"),
        ]
        .into_iter()
        .collect();
        assert_eq!(memory.kind(Path::new("/m")), Some(EntryKind::Directory));
        assert_eq!(
            memory.kind(Path::new("/m/manifests/init.pp")),
            Some(EntryKind::File)
        );
        assert_eq!(memory.kind(Path::new("/x")), None);
        assert_eq!(memory.list(Path::new("/m")), [".git", "manifests", "pkg"]);
        let walk = memory.walk(Path::new("/m"), HiddenEntries::Skip, &|path| {
            !path.ends_with("pkg")
        });
        assert_eq!(walk.files, [PathBuf::from("/m/manifests/init.pp")]);
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_of_links_is_one_problem_and_ends() {
        let root = std::env::temp_dir().join(format!("puppet-project-loop-{}", std::process::id()));
        std::fs::create_dir_all(root.join("a")).expect("temporary folder");
        std::fs::write(root.join("a/x.pp"), "").expect("temporary file");
        std::os::unix::fs::symlink(&root, root.join("a/up")).expect("symbolic link");
        let walk = Disk.walk(&root, HiddenEntries::Skip, &|_| true);
        std::fs::remove_dir_all(&root).expect("temporary folder");
        assert_eq!(walk.files, [root.join("a/x.pp")]);
        assert_eq!(walk.problems.len(), 1, "{:?}", walk.problems);
        assert!(walk.problems[0].reason.starts_with("symbolic link loop"));
    }
}

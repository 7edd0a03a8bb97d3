//! Open documents that are not on disk yet stand beside what is: a manifest that was never saved belongs to its module.

use std::path::{Path, PathBuf};

use puppet_db::LazyContents;
use puppet_vfs::disk::{DiskText, ReadProblem};

use super::{EntryKind, FileContents, FileSystem, HiddenEntries, Stamp, Walk, normal};

/// A file system with further files, whose texts it does not have.
pub struct OverlayFs<'a> {
    fs: &'a dyn FileSystem,
    files: Vec<&'a Path>,
}

impl<'a> OverlayFs<'a> {
    /// Those of the open documents that `fs` does not have, beside what it has.
    #[must_use]
    pub fn new(fs: &'a dyn FileSystem, open: &'a [PathBuf]) -> Self {
        let mut files: Vec<&Path> = open.iter().map(PathBuf::as_path).collect();
        files.retain(|path| fs.kind(path).is_none());
        files.sort_unstable();
        Self { fs, files }
    }

    /// The documents that are not on disk.
    #[must_use]
    pub fn files(&self) -> &[&'a Path] {
        &self.files
    }

    fn below(&self, directory: &Path) -> impl Iterator<Item = &'a Path> {
        let files = self.files.iter().copied();
        files.filter(move |file| *file != directory && file.starts_with(directory))
    }
}

impl FileContents for OverlayFs<'_> {
    fn contents(&self, path: &Path) -> LazyContents {
        self.fs.contents(path)
    }
}

impl FileSystem for OverlayFs<'_> {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        let unsaved = || {
            let is_file = self.files.contains(&path);
            let is_directory = || self.below(path).next().is_some();
            let directory = || is_directory().then_some(EntryKind::Directory);
            is_file.then_some(EntryKind::File).or_else(directory)
        };
        self.fs.kind(path).or_else(unsaved)
    }

    fn read_link(&self, path: &Path) -> Option<PathBuf> {
        self.fs.read_link(path)
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        let unsaved = || self.kind(path).map(|_| normal(path));
        self.fs.canonical(path).or_else(unsaved)
    }

    fn read(&self, path: &Path) -> Result<DiskText, ReadProblem> {
        self.fs.read(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.fs.stamp(path)
    }

    fn list(&self, directory: &Path) -> Vec<String> {
        let mut names = self.fs.list(directory);
        let known = names.len();
        names.extend(self.below(directory).filter_map(|file| {
            let first = file.strip_prefix(directory).ok()?.iter().next()?;
            Some(first.to_str()?.to_owned())
        }));
        if names.len() > known {
            names.sort_unstable();
            names.dedup();
        }
        names
    }

    fn walk(
        &self,
        root: &Path,
        hidden: HiddenEntries,
        enter: &(dyn Fn(&Path) -> bool + Send + Sync),
    ) -> Walk {
        let mut walk = self.fs.walk(root, hidden, enter);
        let known = walk.files.len();
        let is_walked = |file: &&Path| {
            let inner = file.ancestors().take_while(|it| *it != root);
            let mut inner = inner.enumerate();
            inner.all(|(index, path)| {
                let name = path.file_name().and_then(|name| name.to_str());
                let is_hidden = name.is_none_or(|name| name.starts_with('.'));
                (hidden == HiddenEntries::Include || !is_hidden) && (index == 0 || enter(path))
            })
        };
        let files = self.below(root).filter(is_walked).map(Path::to_owned);
        walk.files.extend(files);
        if walk.files.len() > known {
            walk.files.sort_unstable();
        }
        walk
    }
}

#[cfg(test)]
mod tests {
    use crate::fs::Memory;

    use super::*;

    #[test]
    fn files_that_are_open_only() {
        let memory: Memory = [("/a/b.pp", ""), ("/a/z/c.pp", "")].into_iter().collect();
        let open = ["/a/b.pp", "/a/m/n.pp", "/a/.x/y.pp", "/e.pp"].map(PathBuf::from);
        let both = OverlayFs::new(&memory, &open);
        assert_eq!(both.files().len(), 3);
        let kinds =
            ["/a/m/n.pp", "/a/m", "/a/z", "/a/b.pp", "/q"].map(|it| both.kind(Path::new(it)));
        let (file, directory) = (Some(EntryKind::File), Some(EntryKind::Directory));
        assert_eq!(kinds, [file, directory, directory, file, None]);
        assert_eq!(both.list(Path::new("/a")), [".x", "b.pp", "m", "z"]);
        let walk = |hidden, enter: &'static str| {
            let walk = both.walk(Path::new("/a"), hidden, &|path| !path.ends_with(enter));
            let paths = walk.files.into_iter().map(|it| it.display().to_string());
            paths.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            walk(HiddenEntries::Skip, "-"),
            "/a/b.pp /a/m/n.pp /a/z/c.pp"
        );
        assert_eq!(
            walk(HiddenEntries::Include, "m"),
            "/a/.x/y.pp /a/b.pp /a/z/c.pp"
        );
    }
}

//! Confinement: paths in the opened folders never make us read files outside of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};

use puppet_db::LazyContents;
use puppet_vfs::disk::{DiskText, ReadProblem};

use super::{EntryKind, FileContents, FileSystem, HiddenEntries, Stamp, Walk, WalkProblem};

/// A file system in which everything outside of some directories is missing, also where symbolic links lead there.
pub struct ConfinedFs<'a> {
    fs: &'a dyn FileSystem,
    /// The directories and files in which entries are seen, as they are named and without symbolic links.
    roots: RwLock<Vec<PathBuf>>,
    /// The same, where links may lead anywhere.
    trusted: RwLock<Vec<PathBuf>>,
    directories: RwLock<HashMap<PathBuf, DirectoryAccess>>,
    /// Symbolic links that lead outside, with their targets.
    refused: Mutex<BTreeMap<PathBuf, PathBuf>>,
}

/// What may be seen of a directory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DirectoryAccess {
    Nothing,
    /// Its entries, and what those links in it lead to that lead to other roots.
    WithoutLinks,
    /// Its entries, and all that links in it lead to.
    WithLinks,
}

impl<'a> ConfinedFs<'a> {
    /// A view of `fs` in which nothing is seen yet.
    #[must_use]
    pub fn new(fs: &'a dyn FileSystem) -> Self {
        Self {
            fs,
            roots: RwLock::default(),
            trusted: RwLock::default(),
            directories: RwLock::default(),
            refused: Mutex::default(),
        }
    }

    /// Lets a directory or file be seen.
    pub fn add_root(&self, path: &Path) {
        self.add(&self.roots, path);
    }

    /// Lets a directory or file be seen, with all that symbolic links in it lead to.
    pub fn add_trusted(&self, path: &Path) {
        self.add(&self.trusted, path);
    }

    fn add(&self, roots: &RwLock<Vec<PathBuf>>, path: &Path) {
        let mut roots = roots.write().unwrap_or_else(PoisonError::into_inner);
        let named = [Some(normal(path)), self.fs.canonical(path)];
        for root in named.into_iter().flatten() {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        let directories = self.directories.write();
        directories.unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whether a path, which need not exist, is in one of the directories. Symbolic links on the way count.
    #[must_use]
    pub fn is_inside(&self, path: &Path) -> bool {
        self.access(&normal(path)) != DirectoryAccess::Nothing
    }

    fn access(&self, path: &Path) -> DirectoryAccess {
        if self.is_trusted(path) {
            return DirectoryAccess::WithLinks;
        }
        if is_in(&self.roots, |root| root == path) {
            return DirectoryAccess::WithoutLinks;
        }
        let parent = path.parent();
        match parent.map_or(DirectoryAccess::Nothing, |it| self.access_of_directory(it)) {
            DirectoryAccess::WithoutLinks => self.access_by_link(path),
            access => access,
        }
    }

    fn access_of_directory(&self, directory: &Path) -> DirectoryAccess {
        let known = self.directories.read();
        let known = known.unwrap_or_else(PoisonError::into_inner);
        if let Some(access) = known.get(directory) {
            return *access;
        }
        drop(known);
        let access = self.access(directory);
        let known = self.directories.write();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        known.insert(directory.to_owned(), access);
        access
    }

    /// What may be seen of an entry of a directory: if it is a symbolic link, that depends on where it leads.
    fn access_by_link(&self, path: &Path) -> DirectoryAccess {
        let Some(written) = self.fs.read_link(path) else {
            return DirectoryAccess::WithoutLinks;
        };
        let has_parents = written.components().any(|it| it == Component::ParentDir);
        let Some(target) = self.fs.canonical(path) else {
            return DirectoryAccess::WithoutLinks;
        };
        if self.is_trusted(&target) || (!has_parents && self.is_trusted(&written)) {
            return DirectoryAccess::WithLinks;
        }
        if is_in(&self.roots, |root| target.starts_with(root)) {
            return DirectoryAccess::WithoutLinks;
        }
        let refused = self.refused.lock();
        let mut refused = refused.unwrap_or_else(PoisonError::into_inner);
        refused.insert(path.to_owned(), target);
        DirectoryAccess::Nothing
    }

    fn is_trusted(&self, path: &Path) -> bool {
        is_in(&self.trusted, |root| path.starts_with(root))
    }

    /// The symbolic links that were not followed since the last call, because they lead outside: the first of each
    /// folder, with the number of the others.
    pub fn take_refused(&self) -> Vec<WalkProblem> {
        let refused = self.refused.lock();
        let refused = std::mem::take(&mut *refused.unwrap_or_else(PoisonError::into_inner));
        let mut folders: BTreeMap<PathBuf, Vec<(PathBuf, PathBuf)>> = BTreeMap::new();
        for (path, target) in refused {
            let folder = path.parent().unwrap_or(&path).to_owned();
            folders.entry(folder).or_default().push((path, target));
        }
        let mut problems: Vec<_> = folders.into_values().filter_map(refused_links).collect();
        problems.sort_by(|a, b| a.path.cmp(&b.path));
        problems
    }
}

/// What to say of the symbolic links of one folder.
fn refused_links(links: Vec<(PathBuf, PathBuf)>) -> Option<WalkProblem> {
    let others = match links.len() {
        0 | 1 => String::new(),
        count => format!(" ({} more in this folder)", count - 1),
    };
    let (path, target) = links.into_iter().next()?;
    Some(WalkProblem {
        path,
        reason: format!(
            "symbolic link leads outside of the opened folder, to {}, and is not followed{others}; open that folder too, or set module-path in your own settings",
            target.display()
        ),
        is_unread: false,
    })
}

fn is_in(roots: &RwLock<Vec<PathBuf>>, test: impl Fn(&PathBuf) -> bool) -> bool {
    let roots = roots.read().unwrap_or_else(PoisonError::into_inner);
    roots.iter().any(test)
}

/// The path without `.` and `..`.
#[must_use]
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}

impl FileContents for ConfinedFs<'_> {
    fn contents(&self, path: &Path) -> LazyContents {
        self.fs.contents(path)
    }

    fn is_in_memory(&self) -> bool {
        self.fs.is_in_memory()
    }
}

impl FileSystem for ConfinedFs<'_> {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        self.is_inside(path).then(|| self.fs.kind(path)).flatten()
    }

    fn read_link(&self, path: &Path) -> Option<PathBuf> {
        self.fs.read_link(path)
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        self.fs.canonical(path)
    }

    fn read(&self, path: &Path) -> Result<DiskText, ReadProblem> {
        match self.is_inside(path) {
            true => self.fs.read(path),
            false => Err(ReadProblem::NotFound),
        }
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.is_inside(path).then(|| self.fs.stamp(path)).flatten()
    }

    fn list(&self, directory: &Path) -> Vec<String> {
        match self.is_inside(directory) {
            true => self.fs.list(directory),
            false => Vec::new(),
        }
    }

    fn walk(
        &self,
        root: &Path,
        hidden: HiddenEntries,
        enter: &(dyn Fn(&Path) -> bool + Send + Sync),
    ) -> Walk {
        if !self.is_inside(root) {
            return Walk::default();
        }
        let enter = |path: &Path| enter(path) && self.is_inside(path);
        let mut walk = self.fs.walk(root, hidden, &enter);
        let outside: HashSet<PathBuf> = walk
            .links
            .drain(..)
            .filter(|it| !self.is_inside(it))
            .collect();
        if !outside.is_empty() {
            walk.files.retain(|file| !outside.contains(file));
        }
        walk
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::fs::Disk;

    #[test]
    fn nothing_outside_is_seen_by_any_way() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = |relative: &str| directory.path().join(relative);
        for file in [
            "in/a/x.pp",
            "in/b.pp",
            "out/y.pp",
            "trusted/z/v.pp",
            "far/w.pp",
        ] {
            let file = path(file);
            fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
            fs::write(file, "").expect("a file");
        }
        symlink(path("out"), path("in/to_out")).expect("a link");
        symlink(path("out/y.pp"), path("in/a/y.pp")).expect("a link");
        symlink(path("in/b.pp"), path("in/a/c.pp")).expect("a link");
        symlink(path("trusted"), path("in/to_trusted")).expect("a link");
        symlink(path("far"), path("trusted/to_far")).expect("a link");
        symlink("..", path("in/a/up")).expect("a link");
        let confined = ConfinedFs::new(&Disk);
        confined.add_root(&path("in"));
        confined.add_trusted(&path("trusted"));
        for (file, is_seen) in [
            ("in", true),
            ("in/a/x.pp", true),
            ("in/a/c.pp", true),
            ("in/a/up/b.pp", true),
            ("in/a/y.pp", false),
            ("in/to_out/y.pp", false),
            ("in/to_trusted/z/v.pp", true),
            ("trusted/to_far/w.pp", true),
            ("in/../out/y.pp", false),
            ("out", false),
            ("far/w.pp", false),
            (".", false),
        ] {
            assert_eq!(confined.kind(&path(file)).is_some(), is_seen, "{file}");
        }
        let walk = confined.walk(&path("in"), HiddenEntries::Skip, &|_| true);
        let files = walk.files.iter().map(|file| file.strip_prefix(path("in")));
        let files: Vec<_> = files.map(|file| file.expect("inside").to_owned()).collect();
        let expected = [
            "a/c.pp",
            "a/x.pp",
            "b.pp",
            "to_trusted/to_far/w.pp",
            "to_trusted/z/v.pp",
        ];
        assert_eq!(files, expected.map(PathBuf::from));
        let refused = confined.take_refused();
        let refused: Vec<_> = refused.iter().map(|problem| &problem.path).collect();
        assert_eq!(refused, [&path("in/a/y.pp"), &path("in/to_out")]);
    }
}

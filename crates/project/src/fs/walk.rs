//! Walking folders on disk: the system's listing tells files from directories, so that only links are looked at.

use std::ffi::OsString;
use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};

use puppet_vfs::disk::describe;

use super::{HiddenEntries, Walk, WalkProblem};

/// All files below a root, or the root itself if it is a file; see [`super::FileSystem::walk`].
pub(super) fn walk(root: &Path, hidden: HiddenEntries, enter: &dyn Fn(&Path) -> bool) -> Walk {
    let mut walker = Walker {
        hidden,
        open: Vec::new(),
        walk: Walk::default(),
    };
    match std::fs::metadata(root) {
        Ok(found) if found.is_dir() => walker.open(root.to_owned()),
        Ok(found) if found.is_file() => walker.walk.files.push(root.to_owned()),
        Ok(_) => {}
        Err(error) => walker.problem(root, &error),
    }
    let mut entries = 0;
    while let Some((path, kind)) = walker.next() {
        entries += 1;
        if entries > MAX_ENTRIES {
            let reason = format!("more than {MAX_ENTRIES} entries: the rest is not read");
            walker.unread(root, reason);
            break;
        }
        match kind {
            EntryType::Directory if enter(&path) => walker.open(path),
            EntryType::Directory => {}
            EntryType::File => walker.walk.files.push(path),
            EntryType::Link => {
                walker.walk.links.push(path.clone());
                walker.walk.files.push(path);
            }
        }
    }
    walker.walk
}

/// The most files and directories of one walk. Control repositories with all of their modules have a tenth of it.
const MAX_ENTRIES: usize = 200_000;

/// The most directories in one another.
const MAX_LEVELS: usize = 64;

struct Walker {
    hidden: HiddenEntries,
    /// The directories that are being walked, each in the one before it, with what is left of them.
    open: Vec<(PathBuf, std::vec::IntoIter<WalkEntry>)>,
    walk: Walk,
}

struct WalkEntry {
    name: OsString,
    kind: EntryType,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryType {
    File,
    Directory,
    Link,
}

impl Walker {
    fn open(&mut self, directory: PathBuf) {
        if self.open.len() == MAX_LEVELS {
            let reason =
                format!("more than {MAX_LEVELS} levels of directories: the rest is not read");
            return self.unread(&directory, reason);
        }
        let listed = std::fs::read_dir(&directory).and_then(Iterator::collect);
        let listed: Vec<DirEntry> = match listed {
            Ok(listed) => listed,
            Err(error) => return self.problem(&directory, &error),
        };
        let mut entries: Vec<WalkEntry> = listed.iter().filter_map(|it| self.entry(it)).collect();
        entries.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        self.open.push((directory, entries.into_iter()));
    }

    fn entry(&self, listed: &DirEntry) -> Option<WalkEntry> {
        let name = listed.file_name();
        let kind = listed.file_type().ok()?;
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        if is_hidden && self.hidden == HiddenEntries::Skip {
            return None;
        }
        let kind = match () {
            () if kind.is_file() => EntryType::File,
            () if kind.is_dir() => EntryType::Directory,
            () if kind.is_symlink() => EntryType::Link,
            () => return None,
        };
        Some(WalkEntry { name, kind })
    }

    /// The next file, link to a file, or directory, links to it followed.
    fn next(&mut self) -> Option<(PathBuf, EntryType)> {
        loop {
            let (directory, entries) = self.open.last_mut()?;
            let Some(entry) = entries.next() else {
                self.open.pop();
                continue;
            };
            let path = directory.join(entry.name);
            if entry.kind != EntryType::Link {
                return Some((path, entry.kind));
            }
            match std::fs::metadata(&path) {
                Ok(found) if found.is_dir() && self.is_loop(&path) => {}
                Ok(found) if found.is_dir() => return Some((path, EntryType::Directory)),
                Ok(found) if found.is_file() => return Some((path, EntryType::Link)),
                Ok(_) => {}
                Err(error) => self.problem(&path, &error),
            }
        }
    }

    /// Whether a link leads back to a directory that it stands in, which is a problem.
    fn is_loop(&mut self, link: &Path) -> bool {
        let Ok(target) = link.canonicalize() else {
            return false;
        };
        let mut around = self.open.iter().map(|(directory, _)| directory);
        let ancestor = around.find(|it| it.canonicalize().is_ok_and(|it| it == target));
        let problem = ancestor.map(|ancestor| WalkProblem {
            path: link.to_owned(),
            reason: format!(
                "symbolic link loop: it leads back to {}",
                ancestor.display()
            ),
            is_unread: false,
        });
        let is_loop = problem.is_some();
        self.walk.problems.extend(problem);
        is_loop
    }

    /// Links that lead nowhere are no problem: Puppet does not see them either.
    fn problem(&mut self, path: &Path, error: &io::Error) {
        if error.kind() != io::ErrorKind::NotFound {
            self.unread(path, describe(error));
        }
    }

    fn unread(&mut self, path: &Path, reason: String) {
        self.walk.problems.push(WalkProblem {
            path: path.to_owned(),
            reason,
            is_unread: true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_files_come_in_order() {
        use std::os::unix::fs::symlink;

        let name = format!("puppet-project-walk-{}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let file = |path: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("temporary folder");
            std::fs::write(path, "").expect("temporary file");
        };
        for path in [
            "a/x.pp",
            "a/b/y.pp",
            "a/b.pp",
            "a/.c/z.pp",
            "d/w.pp",
            "no/v.pp",
        ] {
            file(path);
        }
        symlink(root.join("d"), root.join("a/e")).expect("symbolic link");
        symlink("x.pp", root.join("a/f.pp")).expect("symbolic link");
        symlink("nowhere", root.join("a/g.pp")).expect("symbolic link");
        let enter = |path: &Path| !path.ends_with("no");
        let files = |root: &Path, hidden| {
            let walk = walk(root, hidden, &enter);
            assert_eq!(walk.problems, []);
            let paths = walk.files.into_iter();
            let relative = paths.map(|it| it.strip_prefix(root).map(Path::to_owned));
            let relative = relative.map(|it| it.expect("below").display().to_string());
            relative.collect::<Vec<_>>()
        };
        let plain = files(&root, HiddenEntries::Skip);
        let all = files(&root.join("a"), HiddenEntries::Include);
        let one = walk(&root.join("a/x.pp"), HiddenEntries::Skip, &enter).files;
        let none = walk(&root.join("none"), HiddenEntries::Skip, &enter);
        std::fs::remove_dir_all(&root).expect("temporary folder");
        let expected = [
            "a/b/y.pp", "a/b.pp", "a/e/w.pp", "a/f.pp", "a/x.pp", "d/w.pp",
        ];
        assert_eq!(plain, expected);
        assert_eq!(all, [".c/z.pp", "b/y.pp", "b.pp", "e/w.pp", "f.pp", "x.pp"]);
        assert_eq!((one, none), (vec![root.join("a/x.pp")], Walk::default()));
    }
}

//! Files that are not checked: those of `--exclude`, and those that Git ignores.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use puppet_db::settings::PathGlob;

/// Files that are not checked. What they define is known all the same.
pub struct Exclusions<'a> {
    patterns: Vec<PathGlob>,
    /// The paths of the command line, which are checked whatever Git ignores.
    paths: &'a [PathBuf],
    /// Whether Git ignores files.
    gitignore: bool,
    directories: RefCell<HashMap<PathBuf, Rc<Directory>>>,
}

/// A directory in a repository.
struct Directory {
    /// What its own file says about the files below it.
    patterns: Gitignore,
    /// Its parent, unless it is the top of a repository.
    parent: Option<Rc<Directory>>,
    /// Whether it is in a repository.
    is_in_repository: bool,
}

impl<'a> Exclusions<'a> {
    /// The patterns of `--exclude`, which are [valid](validate_pattern), start at `base`.
    pub fn new(base: &Path, patterns: &[String], paths: &'a [PathBuf], gitignore: bool) -> Self {
        let base = base.to_string_lossy().replace('\\', "/");
        let patterns = patterns.iter();
        Self {
            patterns: patterns
                .filter_map(|it| PathGlob::new(&base, it).ok())
                .collect(),
            paths,
            gitignore,
            directories: RefCell::default(),
        }
    }

    /// Whether a file is not checked.
    pub fn exclude(&self, path: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.matches(path))
            || (self.gitignore && self.is_ignored(Path::new(path)))
    }

    /// Whether Git ignores a file, or a directory that it is in and that is below the paths of the command line.
    fn is_ignored(&self, path: &Path) -> bool {
        let asked = self.paths.iter().filter(|asked| path.starts_with(asked));
        let Some(asked) = asked.max_by_key(|asked| asked.as_os_str().len()) else {
            return false;
        };
        let mut below = path.ancestors().take_while(|it| *it != asked);
        below.any(|it| self.names(it, it != path))
    }

    /// Whether the innermost pattern that fits a path excludes it.
    fn names(&self, path: &Path, is_directory: bool) -> bool {
        let Some(parent) = path.parent() else {
            return false;
        };
        let mut directory = Some(self.directory(parent));
        while let Some(here) = directory.filter(|it| it.is_in_repository) {
            match here.patterns.matched(path, is_directory) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => directory = here.parent.clone(),
            }
        }
        false
    }

    fn directory(&self, path: &Path) -> Rc<Directory> {
        if let Some(known) = self.directories.borrow().get(path) {
            return Rc::clone(known);
        }
        let is_top = path.join(".git").exists();
        let parent = path.parent().filter(|_| !is_top);
        let parent = parent.map(|parent| self.directory(parent));
        let is_below = parent.as_ref().is_some_and(|it| it.is_in_repository);
        let is_in_repository = is_top || is_below;
        let directory = Rc::new(Directory {
            patterns: match is_in_repository {
                true => patterns_of(path),
                false => Gitignore::empty(),
            },
            parent,
            is_in_repository,
        });
        let mut directories = self.directories.borrow_mut();
        directories.insert(path.to_owned(), Rc::clone(&directory));
        directory
    }
}

/// The pattern of an option.
///
/// # Errors
/// What is wrong with it.
pub fn validate_pattern(pattern: &str) -> Result<String, String> {
    PathGlob::new("", pattern).map(|_| pattern.to_owned())
}

/// The patterns in the files of a directory. Lines that are no patterns are left out, as Git does.
fn patterns_of(directory: &Path) -> Gitignore {
    let mut builder = GitignoreBuilder::new(directory);
    for file in [".git/info/exclude", ".gitignore"] {
        let file = directory.join(file);
        if file.is_file() {
            builder.add(file);
        }
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

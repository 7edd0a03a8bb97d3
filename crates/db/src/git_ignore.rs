//! The patterns of Git: files that a checkout lacks, and that can exist where its code is deployed.

use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::{Db, Environment, Module};

/// The file that names the submodules of a repository.
const SUBMODULES: &str = ".gitmodules";

/// Whether Git keeps a file out of a module that it does not ignore as a whole. The path is relative to the module.
#[must_use]
pub fn is_git_ignored(db: &dyn Db, environment: Environment, module: Module, path: &str) -> bool {
    let files = ignore_files(db, environment);
    if files.is_empty() {
        return false;
    }
    let root = Path::new(&**module.root(db));
    let path = root.join(path);
    let mut below = path.ancestors().take_while(|it| *it != root);
    below.any(|it| names(files, it, it != path))
        && !root.ancestors().any(|it| names(files, it, true))
}

/// Whether the innermost pattern that fits a path excludes it. The innermost files come first.
fn names(files: &[Gitignore], path: &Path, is_directory: bool) -> bool {
    let above = |file: &&Gitignore| path.parent().is_some_and(|it| it.starts_with(file.path()));
    let mut found = files
        .iter()
        .filter(above)
        .map(|it| it.matched(path, is_directory));
    matches!(found.find(|it| !it.is_none()), Some(Match::Ignore(_)))
}

/// Whether the checkout of an environment has a submodule in a directory of this name, which may be empty.
#[must_use]
pub fn is_git_submodule(db: &dyn Db, environment: Environment, name: &str) -> bool {
    let files = environment.git_ignores(db).iter();
    let files = files.filter(|file| file.path(db).ends_with(SUBMODULES));
    let mut paths = files
        .flat_map(|file| file.text(db).lines())
        .filter_map(submodule);
    paths.any(|path| path.rsplit('/').next() == Some(name))
}

/// The directory that a line of `.gitmodules` names.
fn submodule(line: &str) -> Option<&str> {
    let (key, path) = line.split_once('=')?;
    (key.trim() == "path").then(|| path.trim())
}

/// The patterns of each file. Lines that are no patterns are left out, as Git does.
#[salsa::tracked(returns(ref), no_eq)]
fn ignore_files(db: &dyn Db, environment: Environment) -> Arc<[Gitignore]> {
    let mut files: Vec<Gitignore> = Vec::new();
    for file in environment.git_ignores(db).iter() {
        let directory = Path::new(&**file.path(db)).parent();
        let mut builder = GitignoreBuilder::new(directory.unwrap_or(Path::new("/")));
        let is_submodules = file.path(db).ends_with(SUBMODULES);
        for line in file.text(db).lines() {
            let pattern = match is_submodules {
                true => submodule(line).map(|path| format!("/{path}/")),
                false => Some(line.to_owned()),
            };
            drop(pattern.map(|pattern| builder.add_line(None, &pattern)));
        }
        files.extend(builder.build().ok());
    }
    files.sort_by_key(|it| std::cmp::Reverse(it.path().components().count()));
    files.into()
}

//! Files that several paths lead to, as symbolic links within a repository do.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use puppet_db::{File, FilePlace, RootDatabase};
use puppet_diagnostics::Diagnostic;

/// Removes what is found at one place of a file by several paths, but for the path without links.
pub fn remove_repeated(db: &RootDatabase, diagnostics: &mut Vec<Diagnostic<FilePlace>>) {
    let mut real: HashMap<File, PathBuf> = HashMap::new();
    for diagnostic in &*diagnostics {
        let file = diagnostic.place.file;
        real.entry(file).or_insert_with(|| {
            let path = Path::new(&**file.path(db));
            path.canonicalize().unwrap_or_else(|_| path.to_owned())
        });
    }
    let is_linked = |file: File| Path::new(&**file.path(db)) != real[&file];
    if !real.keys().any(|file| is_linked(*file)) {
        return;
    }
    let key = |it: &Diagnostic<FilePlace>| {
        let path = real[&it.place.file].clone();
        (path, it.place.range, it.rule.code, it.message.clone())
    };
    let unlinked = diagnostics.iter().filter(|it| !is_linked(it.place.file));
    let mut reported: HashSet<_> = unlinked.map(key).collect();
    diagnostics.retain(|it| !is_linked(it.place.file) || reported.insert(key(it)));
}

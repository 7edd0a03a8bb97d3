//! Real modules, or a small one where none are installed.

use std::fs;
use std::path::{Path, PathBuf};

use puppet_test_support::text_files;

/// Paths and texts of the files of a workspace.
pub(super) type CorpusFiles = Vec<(String, String)>;

pub(super) fn modules() -> Vec<CorpusFiles> {
    let corpus = std::env::var_os("PUPPET_CORPUS")
        .map_or_else(|| "/usr/share/puppet/modules".into(), PathBuf::from);
    let entries = fs::read_dir(corpus).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    let has_manifests = |files: &CorpusFiles| files.iter().any(|it| it.0.ends_with(".pp"));
    let mut modules: Vec<_> = folders
        .iter()
        .map(|it| module(it))
        .filter(has_manifests)
        .collect();
    if modules.is_empty() {
        let files = [
            ("environment.conf", ""),
            (
                "modules/a/manifests/init.pp",
                "class a($x = 1) {\n  include a::b\n}\n",
            ),
            (
                "modules/a/manifests/b.pp",
                "class a::b {\n  $y = $a::x\n}\n",
            ),
        ];
        modules.push(files.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec());
    }
    modules
}

/// The files of all modules, as one workspace.
pub(super) fn all_modules() -> CorpusFiles {
    let mut files: CorpusFiles = modules().into_iter().flatten().collect();
    files.sort();
    files.dedup();
    files
}

/// The files of a module that can be read, below `modules`.
fn module(folder: &Path) -> CorpusFiles {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let mut files = vec![("environment.conf".to_owned(), String::new())];
    let own = text_files(folder).into_iter();
    files.extend(own.map(|(path, text)| (format!("modules/{name}/{path}"), text)));
    files
}

//! Real modules, each for itself in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use puppet_ide::{Analysis, AnalysisHost, FileId, LoadedProject};
use puppet_project::fs::Memory;
use puppet_vfs::{FilePath, PathInterner};

/// Every so many modules are sampled.
pub(crate) const STEP: usize = 9;

/// Paths and texts of a module.
pub(crate) type Texts = BTreeMap<String, String>;

/// A module with its analysis.
pub(crate) struct Session {
    pub(crate) analysis: Analysis,
    paths: Arc<PathInterner>,
}

impl Session {
    pub(crate) fn new(texts: &Texts) -> Self {
        let memory: Memory = texts
            .iter()
            .map(|(path, text)| (PathBuf::from(path), text.as_str()))
            .collect();
        let paths = Arc::<PathInterner>::default();
        let mut host = AnalysisHost::new(Arc::clone(&paths));
        host.set_project(
            &LoadedProject::read_from(&memory, &[PathBuf::from("/")]),
            &|_| false,
        );
        Self {
            analysis: host.analysis(),
            paths,
        }
    }

    pub(crate) fn file(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }
}

/// The folders of the modules: those below `PUPPET_CORPUS`, or below `/usr/share/puppet/modules`.
pub(crate) fn folders() -> Vec<PathBuf> {
    let corpus = env::var_os("PUPPET_CORPUS")
        .map_or_else(|| "/usr/share/puppet/modules".into(), PathBuf::from);
    let mut folders: Vec<PathBuf> = fs::read_dir(corpus)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders
}

/// A number from the environment.
pub(crate) fn number(variable: &str, usual: usize) -> usize {
    let number = env::var(variable).ok();
    number.and_then(|it| it.parse().ok()).unwrap_or(usual)
}

/// The files of a module.
pub(crate) fn module(folder: &Path) -> Texts {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let mut texts = Texts::from([("/environment.conf".to_owned(), String::new())]);
    let mut open = vec![folder.to_owned()];
    while let Some(folder_below) = open.pop() {
        for entry in fs::read_dir(folder_below).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let below = path.strip_prefix(folder).expect("below").to_string_lossy();
                texts.insert(format!("/modules/{name}/{below}"), text);
            }
        }
    }
    texts
}

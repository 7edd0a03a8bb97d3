//! Hiera's data files, as the `hiera.yaml` of a module or environment says.

use std::path::{Component, Path, PathBuf};

use crate::fs::{FileSystem, ShadowedModule};
use crate::hiera::{FILE_NAME, HieraConfig};

/// The most data files that are read for one `hiera.yaml`.
const MAX_FILES: usize = 50_000;

/// The data of a module or environment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataModel {
    /// Its `hiera.yaml`, if it has one.
    pub config: Option<PathBuf>,
    /// The files that it names, in the order of their paths.
    pub files: Vec<PathBuf>,
    /// There are more files than are read.
    pub is_cut: bool,
}

impl DataModel {
    /// The `hiera.yaml` and the data files.
    pub(super) fn all_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.config.iter().chain(&self.files)
    }
}

/// The data of the module or environment in `root`.
pub(super) fn data_of(fs: &dyn FileSystem, root: &Path) -> DataModel {
    let config_path = root.join(FILE_NAME);
    let Ok(read) = fs.read(&config_path) else {
        return DataModel::default();
    };
    let mut files = Vec::new();
    for level in HieraConfig::parse(&read.text).levels {
        let directory = normal(&root.join(&level.directory));
        let below = fs.walk(&directory, ShadowedModule::Take, &|_| true).files;
        files.extend(below.into_iter().filter(|file| {
            let path = file.strip_prefix(&directory).ok().and_then(Path::to_str);
            path.is_some_and(|path| level.paths.iter().any(|pattern| pattern.may_match(path)))
        }));
    }
    files.sort();
    files.dedup();
    let is_cut = files.len() > MAX_FILES;
    files.truncate(MAX_FILES);
    DataModel {
        config: Some(config_path),
        files,
        is_cut,
    }
}

/// The path without `.` and `..`.
pub(super) fn normal(path: &Path) -> PathBuf {
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

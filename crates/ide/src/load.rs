//! Reading projects from disk, apart from the database, so that any thread may do it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use puppet_project::discover::Options;
use puppet_project::fs::{Disk, EntryKind, FileSystem, Hidden, Walk};
use puppet_project::{ProjectModel, discover};
use puppet_vfs::disk::{DiskText, ReadProblem};

/// The contents of a file on disk, or why there are none.
pub type DiskRead = Result<DiskText, ReadProblem>;

/// The modules and environments around some paths, with the contents of their files.
#[derive(Debug)]
pub struct LoadedProject {
    pub(crate) model: ProjectModel,
    pub(crate) contents: Contents,
}

impl LoadedProject {
    /// Finds and reads what is around absolute `paths`, from disk. May take long: call it on a thread that may wait.
    #[must_use]
    pub fn read(paths: &[PathBuf]) -> Self {
        Self::read_from(&Disk, paths)
    }

    /// Finds and reads what is around absolute `paths`.
    #[must_use]
    pub fn read_from(fs: &dyn FileSystem, paths: &[PathBuf]) -> Self {
        let model = discover(fs, paths, &Options::default());
        let contents = Contents(
            model
                .files()
                .map(|(path, _)| (path.to_owned(), fs.read(path)))
                .collect(),
        );
        Self { model, contents }
    }

    /// How many files there are.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.contents.0.len()
    }
}

/// What was read, as a file system that cannot block.
#[derive(Debug, Default)]
pub(crate) struct Contents(HashMap<PathBuf, DiskRead>);

impl Contents {
    pub(crate) fn one(path: PathBuf, contents: DiskRead) -> Self {
        Self(HashMap::from([(path, contents)]))
    }
}

impl FileSystem for Contents {
    fn kind(&self, path: &Path) -> Option<EntryKind> {
        self.0.get(path).map(|_| EntryKind::File)
    }

    fn read(&self, path: &Path) -> DiskRead {
        self.0
            .get(path)
            .cloned()
            .unwrap_or(Err(ReadProblem::NotFound))
    }

    fn list(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn walk(&self, _: &Path, _: Hidden, _: &(dyn Fn(&Path) -> bool + Send + Sync)) -> Walk {
        Walk::default()
    }
}

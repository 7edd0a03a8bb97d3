//! The files of the database by their ids.

use std::sync::Arc;

use dashmap::DashMap;
use puppet_db::{Db, File};
use puppet_vfs::{FileId, FilePath, PathInterner};

/// Both ways between the ids that editors' documents have and the inputs of the database. Grows only; shared between
/// the host and its snapshots.
#[derive(Debug)]
pub(crate) struct FileTable {
    paths: Arc<PathInterner>,
    inputs: DashMap<FileId, File>,
    ids: DashMap<File, FileId>,
}

impl FileTable {
    pub(crate) fn new(paths: Arc<PathInterner>) -> Self {
        Self {
            paths,
            inputs: DashMap::new(),
            ids: DashMap::new(),
        }
    }

    /// The input behind an id, if the file has ever had a text.
    pub(crate) fn input(&self, id: FileId) -> Option<File> {
        self.inputs.get(&id).map(|file| *file)
    }

    /// The id of an input.
    pub(crate) fn id(&self, db: &dyn Db, file: File) -> FileId {
        if let Some(id) = self.ids.get(&file) {
            return *id;
        }
        self.learn(file.path(db), file)
    }

    /// Enters an input of a file on disk, and names it if it has no id yet.
    pub(crate) fn learn(&self, path: &str, file: File) -> FileId {
        if let Some(id) = self.ids.get(&file) {
            return *id;
        }
        let id = self.paths.intern(&FilePath::disk(path));
        self.insert(id, file);
        id
    }

    /// All files that ever had a text.
    pub(crate) fn all(&self) -> Vec<File> {
        self.ids.iter().map(|entry| *entry.key()).collect()
    }

    pub(crate) fn insert(&self, id: FileId, file: File) {
        self.inputs.insert(id, file);
        self.ids.insert(file, id);
    }

    /// The path as the database writes it: with `/` between its parts.
    pub(crate) fn path(&self, id: FileId) -> Option<Arc<str>> {
        let text = self.paths.path(id)?.to_string();
        Some(if std::path::MAIN_SEPARATOR == '/' {
            text.into()
        } else {
            text.replace(std::path::MAIN_SEPARATOR, "/").into()
        })
    }
}

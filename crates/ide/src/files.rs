//! The files of the database by their ids.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use puppet_db::{Db, File};
use puppet_vfs::{FileId, FilePath, PathInterner};

/// Both ways between the ids that editors' documents have and the inputs of the database. Grows only; shared between
/// the host and its snapshots.
#[derive(Debug)]
pub(crate) struct FileTable {
    paths: Arc<PathInterner>,
    table: RwLock<Table>,
}

#[derive(Debug, Default)]
struct Table {
    inputs: HashMap<FileId, File>,
    ids: HashMap<File, FileId>,
}

impl FileTable {
    pub(crate) fn new(paths: Arc<PathInterner>) -> Self {
        Self {
            paths,
            table: RwLock::default(),
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The input behind an id, if the file has ever had a text.
    pub(crate) fn input(&self, id: FileId) -> Option<File> {
        self.read().inputs.get(&id).copied()
    }

    /// The id of an input.
    pub(crate) fn id(&self, db: &dyn Db, file: File) -> FileId {
        let known = self.read().ids.get(&file).copied();
        known.unwrap_or_else(|| self.learn(file.path(db), file))
    }

    /// All files that ever had a text.
    pub(crate) fn all(&self) -> Vec<File> {
        self.read().ids.keys().copied().collect()
    }

    /// The id of an input, if it has one.
    pub(crate) fn known_id(&self, file: File) -> Option<FileId> {
        self.read().ids.get(&file).copied()
    }

    /// The id of a file on disk, whether it has ever had a text or not.
    pub(crate) fn id_of_path(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }

    /// Enters an input of a file on disk, and names it if it has no id yet.
    pub(crate) fn learn(&self, path: &str, file: File) -> FileId {
        if let Some(id) = self.read().ids.get(&file) {
            return *id;
        }
        let id = self.paths.intern(&FilePath::disk(path));
        self.insert(id, file);
        id
    }

    pub(crate) fn insert(&self, id: FileId, file: File) {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        table.inputs.insert(id, file);
        table.ids.insert(file, id);
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

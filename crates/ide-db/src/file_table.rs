//! The files of the database by their ids.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use puppet_db::{Db, File};
use puppet_vfs::{FileId, FilePath, PathInterner};
use rustc_hash::FxHashMap;

/// Both ways between the ids that editors' documents have and the inputs of the database; shared between the host and
/// its snapshots.
///
/// The workspace consists of the files that the last look at the disk found, and of open documents. What was open once, or
/// was deleted, is known no more: answers must not depend on what was before. Its input can be that of another file by now.
#[derive(Debug)]
pub struct FileTable {
    paths: Arc<PathInterner>,
    table: RwLock<FileNames>,
}

#[derive(Debug, Default)]
struct FileNames {
    /// What the workspace consists of.
    inputs: FxHashMap<FileId, File>,
    /// Those of all inputs that have been asked about.
    ids: FxHashMap<File, FileId>,
}

impl FileTable {
    /// An empty table over interned paths.
    pub fn new(paths: Arc<PathInterner>) -> Self {
        Self {
            paths,
            table: RwLock::default(),
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, FileNames> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, FileNames> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The input of an id, if the file is part of the workspace.
    pub fn input(&self, id: FileId) -> Option<File> {
        self.read().inputs.get(&id).copied()
    }

    /// The id of an input.
    pub fn id(&self, db: &dyn Db, file: File) -> FileId {
        let known = self.read().ids.get(&file).copied();
        known.unwrap_or_else(|| self.name(file.path(db), file))
    }

    /// All files of the workspace, in no particular order.
    pub fn all(&self) -> Vec<File> {
        self.read().inputs.values().copied().collect()
    }

    /// The id of an input, if it has one.
    pub fn known_id(&self, file: File) -> Option<FileId> {
        self.read().ids.get(&file).copied()
    }

    /// The id of a file on disk, whether it has ever had a text or not.
    pub fn id_of_path(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }

    /// The id of the input of a file on disk, from now on.
    fn name(&self, path: &str, file: File) -> FileId {
        if let Some(id) = self.read().ids.get(&file) {
            return *id;
        }
        let id = self.id_of_path(path);
        self.write().ids.insert(file, id);
        id
    }

    /// A file is part of the workspace.
    pub fn insert(&self, id: FileId, file: File) {
        let mut table = self.write();
        table.inputs.insert(id, file);
        table.ids.insert(file, id);
    }

    /// A file is no part of the workspace any more.
    pub fn remove(&self, id: FileId) {
        self.write().inputs.remove(&id);
    }

    /// The workspace consists of these files on disk, and of those of its files for which `keep` says yes.
    pub fn replace<'a>(
        &self,
        files: impl Iterator<Item = (&'a str, File)>,
        keep: &dyn Fn(FileId) -> bool,
    ) {
        let named: FxHashMap<FileId, File> = files
            .map(|(path, file)| (self.id_of_path(path), file))
            .collect();
        let mut table = self.write();
        table.inputs.retain(|id, _| keep(*id));
        table
            .ids
            .extend(named.iter().map(|(id, file)| (*file, *id)));
        table.inputs.extend(named);
    }

    /// The path as the database writes it: with `/` between its parts.
    pub fn path(&self, id: FileId) -> Option<Arc<str>> {
        let text = self.paths.path(id)?.to_string();
        Some(if std::path::MAIN_SEPARATOR == '/' {
            text.into()
        } else {
            text.replace(std::path::MAIN_SEPARATOR, "/").into()
        })
    }
}

//! The owner of all state.

use std::path::PathBuf;
use std::sync::Arc;

use puppet_project::ProjectInputs;
use puppet_semantic::RootDatabase;
use puppet_vfs::{ChangeSet, FileId, FilePath, PathInterner};

use crate::Analysis;
use crate::files::FileTable;
use crate::load::{Contents, DiskRead, LoadedProject};

/// Owns the database. Writes go through it; questions are asked on an [`Analysis`].
///
/// A write waits until every [`Analysis`] is dropped, and cancels what they compute. Never keep one on the thread that
/// writes.
pub struct AnalysisHost {
    db: RootDatabase,
    inputs: ProjectInputs,
    files: Arc<FileTable>,
}

impl AnalysisHost {
    /// A host without files. `paths` names the files of all that is put in.
    #[must_use]
    pub fn new(paths: Arc<PathInterner>) -> Self {
        Self {
            db: RootDatabase::default(),
            inputs: ProjectInputs::default(),
            files: Arc::new(FileTable::new(paths)),
        }
    }

    /// The state of this moment, for questions on another thread.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        Analysis::new(self.db.snapshot(), Arc::clone(&self.files))
    }

    /// Writes the texts of open documents.
    pub fn apply(&mut self, changes: ChangeSet) {
        for change in changes {
            if let Some(path) = self.files.path(change.file) {
                let file = self.inputs.set_text(&mut self.db, &path, Some(change.text));
                self.files.insert(change.file, file);
            }
        }
    }

    /// Replaces the modules and environments that are known, and the texts of all files but those of open documents.
    pub fn set_project(&mut self, project: &LoadedProject, is_open: &dyn Fn(FileId) -> bool) {
        let files = Arc::clone(&self.files);
        let keep = |file| files.known_id(file).is_some_and(is_open);
        self.inputs
            .refresh(&mut self.db, &project.contents, &project.model, &keep);
        self.inputs
            .apply(&mut self.db, &project.contents, &project.model);
        for (path, file) in self.inputs.files() {
            self.files.learn(path, file);
        }
    }

    /// Writes what the disk holds. Not for open documents.
    pub fn set_disk_file(&mut self, id: FileId, path: &FilePath, contents: DiskRead) {
        let Some(text) = self.files.path(id) else {
            return;
        };
        let disk_path = path
            .as_disk()
            .map_or_else(|| PathBuf::from(&*text), PathBuf::from);
        let contents = Contents::one(disk_path, contents);
        let file = self.inputs.reload(&mut self.db, &contents, &text);
        self.files.insert(id, file);
    }

    /// Whether the file has ever had a text.
    #[must_use]
    pub fn knows(&self, file: FileId) -> bool {
        self.files.input(file).is_some()
    }
}

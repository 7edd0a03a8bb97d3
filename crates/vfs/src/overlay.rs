//! Unsaved editor text above the disk, and what changed.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{FileId, PathInterner};

/// One file's new text; `None` when the file is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub file: FileId,
    /// Its whole text from now on.
    pub text: Option<Arc<str>>,
}

/// What changed since [`Vfs::take_changes`] was last called: one entry for each file, in the order in which the files
/// were first touched. A burst of edits of one file is one change.
pub type ChangeSet = Vec<Change>;

/// The files as the analysis shall see them: an editor's text where a document is open, else what the loader read from
/// disk. Owned by one thread; only the [`PathInterner`] is shared.
#[derive(Debug, Default)]
pub struct Vfs {
    paths: Arc<PathInterner>,
    open: HashMap<FileId, Document>,
    touched: Vec<FileId>,
    changes: HashMap<FileId, Option<Arc<str>>>,
}

#[derive(Debug)]
struct Document {
    text: String,
    version: i32,
}

impl Vfs {
    /// The shared table of paths.
    #[must_use]
    pub fn paths(&self) -> &Arc<PathInterner> {
        &self.paths
    }

    /// An editor opened `file`; from now on its text counts and the disk's does not.
    pub fn open(&mut self, file: FileId, version: i32, text: String) {
        self.open.insert(file, Document { text, version });
        self.touch(file, None);
    }

    /// An editor changed an open document: `edit` changes the text in place. Returns false, and does not call `edit`,
    /// when the document is not open.
    pub fn edit(&mut self, file: FileId, version: i32, edit: impl FnOnce(&mut String)) -> bool {
        let Some(document) = self.open.get_mut(&file) else {
            return false;
        };
        edit(&mut document.text);
        document.version = version;
        self.touch(file, None);
        true
    }

    /// An editor closed `file`. Its last text stays until the disk's text is [set](Self::set_disk_text): read the file
    /// again and tell.
    pub fn close(&mut self, file: FileId) {
        self.flush(file);
        self.open.remove(&file);
    }

    /// What the disk holds (`None`: the file is gone). Ignored while an editor has the file open; says whether it counted.
    pub fn set_disk_text(&mut self, file: FileId, text: Option<Arc<str>>) -> bool {
        if self.open.contains_key(&file) {
            return false;
        }
        self.touch(file, text);
        true
    }

    /// The text an editor holds, if the document is open.
    #[must_use]
    pub fn open_text(&self, file: FileId) -> Option<&str> {
        self.open.get(&file).map(|document| document.text.as_str())
    }

    /// The version of the text an editor holds, if the document is open.
    #[must_use]
    pub fn open_version(&self, file: FileId) -> Option<i32> {
        self.open.get(&file).map(|document| document.version)
    }

    /// The open documents, in no particular order.
    pub fn open_files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.open.keys().copied()
    }

    /// Whether anything changed since the changes were last taken.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Takes what changed.
    #[must_use]
    pub fn take_changes(&mut self) -> ChangeSet {
        let touched = std::mem::take(&mut self.touched);
        let mut changes = std::mem::take(&mut self.changes);
        touched
            .into_iter()
            .map(|file| {
                let disk = changes.remove(&file).flatten();
                let text = self
                    .open
                    .get(&file)
                    .map(|document| Arc::from(document.text.as_str()))
                    .or(disk);
                Change { file, text }
            })
            .collect()
    }

    /// Notes a change. An open document's text is copied only when the changes are taken.
    fn touch(&mut self, file: FileId, text: Option<Arc<str>>) {
        if self.changes.insert(file, text).is_none() {
            self.touched.push(file);
        }
    }

    /// Copies the pending text of a document that is about to be closed.
    fn flush(&mut self, file: FileId) {
        if let (Some(pending), Some(document)) = (self.changes.get_mut(&file), self.open.get(&file))
        {
            *pending = Some(Arc::from(document.text.as_str()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: FileId = FileId::from_raw(0);
    const OTHER: FileId = FileId::from_raw(1);

    fn change(file: FileId, text: &str) -> Change {
        Change {
            file,
            text: Some(text.into()),
        }
    }

    #[test]
    fn a_burst_of_edits_is_one_change() {
        let mut vfs = Vfs::default();
        vfs.open(FILE, 1, "a".into());
        assert!(vfs.edit(FILE, 2, |text| text.push('b')));
        vfs.set_disk_text(OTHER, Some("other".into()));
        assert!(vfs.edit(FILE, 3, |text| text.push('c')));
        assert!(vfs.has_changes());
        assert_eq!(
            vfs.take_changes(),
            [change(FILE, "abc"), change(OTHER, "other")]
        );
        assert!(!vfs.has_changes());
        assert_eq!(vfs.open_version(FILE), Some(3));
    }

    #[test]
    fn the_disk_is_ignored_below_an_open_document() {
        let mut vfs = Vfs::default();
        vfs.open(FILE, 1, "editor".into());
        assert!(!vfs.set_disk_text(FILE, Some("disk".into())));
        assert_eq!(vfs.take_changes(), [change(FILE, "editor")]);
        vfs.close(FILE);
        assert!(vfs.take_changes().is_empty());
        assert!(vfs.set_disk_text(FILE, None));
        assert_eq!(
            vfs.take_changes(),
            [Change {
                file: FILE,
                text: None
            }]
        );
    }

    #[test]
    fn an_edit_before_close_is_not_lost() {
        let mut vfs = Vfs::default();
        vfs.open(FILE, 1, "x".into());
        vfs.edit(FILE, 2, |text| text.push('y'));
        vfs.close(FILE);
        assert_eq!(vfs.take_changes(), [change(FILE, "xy")]);
    }

    #[test]
    fn edits_of_closed_documents_are_refused() {
        let mut vfs = Vfs::default();
        assert!(!vfs.edit(FILE, 2, |text| text.push('y')));
        assert!(!vfs.has_changes());
    }
}

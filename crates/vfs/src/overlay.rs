//! Unsaved editor text above the disk, and what changed.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{FileId, PathInterner};

/// The new text of an open document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub file: FileId,
    /// Its whole text from now on.
    pub text: Arc<str>,
}

/// What changed since [`Vfs::take_changes`] was last called: one entry for each document, in the order in which they
/// were first touched. A burst of edits of one document is one change.
pub type ChangeSet = Vec<Change>;

/// The documents that editors have open. Their text counts; the disk's text of the same file counts again when the
/// document is closed. Owned by one thread; only the [`PathInterner`] is shared.
#[derive(Debug, Default)]
pub struct Vfs {
    paths: Arc<PathInterner>,
    open: HashMap<FileId, Document>,
    touched: Vec<FileId>,
}

#[derive(Debug)]
struct Document {
    text: String,
    version: i32,
    touched: bool,
}

impl Vfs {
    /// The shared table of paths.
    #[must_use]
    pub fn paths(&self) -> &Arc<PathInterner> {
        &self.paths
    }

    /// An editor opened `file`; from now on its text counts and the disk's does not.
    pub fn open(&mut self, file: FileId, version: i32, text: String) {
        self.open.insert(
            file,
            Document {
                text,
                version,
                touched: true,
            },
        );
        self.touched.push(file);
    }

    /// An editor changed an open document: `edit` changes the text in place. Returns false, and does not call `edit`,
    /// when the document is not open.
    pub fn edit(&mut self, file: FileId, version: i32, edit: impl FnOnce(&mut String)) -> bool {
        let Some(document) = self.open.get_mut(&file) else {
            return false;
        };
        edit(&mut document.text);
        document.version = version;
        if !std::mem::replace(&mut document.touched, true) {
            self.touched.push(file);
        }
        true
    }

    /// An editor closed `file`: the disk's text counts again, whatever was not saved is gone.
    pub fn close(&mut self, file: FileId) {
        self.open.remove(&file);
    }

    /// Whether an editor has the file open.
    #[must_use]
    pub fn is_open(&self, file: FileId) -> bool {
        self.open.contains_key(&file)
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

    /// Takes the new texts of the documents that were opened or changed, and are still open. Texts are copied here, not
    /// with every edit.
    #[must_use]
    pub fn take_changes(&mut self) -> ChangeSet {
        let mut changes = ChangeSet::new();
        for file in std::mem::take(&mut self.touched) {
            if let Some(document) = self.open.get_mut(&file)
                && std::mem::replace(&mut document.touched, false)
            {
                changes.push(Change {
                    file,
                    text: document.text.as_str().into(),
                });
            }
        }
        changes
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
            text: text.into(),
        }
    }

    #[test]
    fn a_burst_of_edits_is_one_change() {
        let mut vfs = Vfs::default();
        vfs.open(FILE, 1, "a".into());
        assert!(vfs.edit(FILE, 2, |text| text.push('b')));
        vfs.open(OTHER, 1, "other".into());
        assert!(vfs.edit(FILE, 3, |text| text.push('c')));
        assert_eq!(
            vfs.take_changes(),
            [change(FILE, "abc"), change(OTHER, "other")]
        );
        assert_eq!(vfs.take_changes(), []);
        assert_eq!(vfs.open_version(FILE), Some(3));
        assert!(vfs.edit(FILE, 4, String::clear));
        assert_eq!(vfs.take_changes(), [change(FILE, "")]);
    }

    #[test]
    fn a_document_that_was_closed_and_opened_again_changes_once() {
        let mut vfs = Vfs::default();
        vfs.open(FILE, 1, "first".into());
        vfs.close(FILE);
        assert!(!vfs.is_open(FILE));
        vfs.open(FILE, 1, "second".into());
        assert_eq!(vfs.take_changes(), [change(FILE, "second")]);
        vfs.edit(FILE, 2, |text| text.push('!'));
        vfs.close(FILE);
        assert_eq!(vfs.take_changes(), []);
    }

    #[test]
    fn edits_of_closed_documents_are_refused() {
        let mut vfs = Vfs::default();
        assert!(!vfs.edit(FILE, 2, |text| text.push('y')));
        assert_eq!(vfs.take_changes(), []);
    }
}

//! Paths as small numbers.

use std::sync::{PoisonError, RwLock};

use dashmap::DashMap;

use crate::FilePath;

/// A file's number. Numbers are handed out in order from 0 and never reused, so they can index side tables. They mean
/// something only together with the [`PathInterner`] that made them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

impl FileId {
    /// The id with this number; for tests and side tables.
    #[must_use]
    pub const fn from_raw(number: u32) -> Self {
        Self(number)
    }
}

/// The two-way table between [`FilePath`] and [`FileId`]. It only grows, and any thread may use it, so loaders can name
/// files without waiting for the main loop. A path that does not exist gets an id like any other: creating the file
/// later changes its text, not its name.
#[derive(Debug, Default)]
pub struct PathInterner {
    ids: DashMap<FilePath, FileId>,
    paths: RwLock<Vec<FilePath>>,
}

impl PathInterner {
    /// The id of `path`, made on first use.
    #[must_use]
    pub fn intern(&self, path: &FilePath) -> FileId {
        if let Some(id) = self.ids.get(path) {
            return *id;
        }
        *self.ids.entry(path.clone()).or_insert_with(|| {
            let mut paths = self.paths.write().unwrap_or_else(PoisonError::into_inner);
            let id = FileId(u32::try_from(paths.len()).unwrap_or(u32::MAX));
            paths.push(path.clone());
            id
        })
    }

    /// The id of `path`, if it has one already.
    #[must_use]
    pub fn lookup(&self, path: &FilePath) -> Option<FileId> {
        self.ids.get(path).map(|id| *id)
    }

    /// The path of `id`; `None` when the id comes from another interner.
    #[must_use]
    pub fn path(&self, id: FileId) -> Option<FilePath> {
        let paths = self.paths.read().unwrap_or_else(PoisonError::into_inner);
        paths.get(id.0 as usize).cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::*;

    #[test]
    fn ids_are_dense_and_stable() {
        let interner = PathInterner::default();
        let a = interner.intern(&FilePath::disk("/a.pp"));
        let b = interner.intern(&FilePath::disk("/b.pp"));
        assert_eq!((a, b), (FileId(0), FileId(1)));
        assert_eq!(interner.intern(&FilePath::disk("/x/../a.pp")), a);
        assert_eq!(interner.lookup(&FilePath::disk("/c.pp")), None);
        assert_eq!(interner.path(b), Some(FilePath::disk("/b.pp")));
        assert_eq!(interner.path(FileId::from_raw(9)), None);
    }

    #[test]
    fn threads_agree_on_ids() {
        let interner = Arc::new(PathInterner::default());
        let workers: Vec<_> = (0..4)
            .map(|_| {
                let interner = Arc::clone(&interner);
                thread::spawn(move || {
                    (0..500)
                        .map(|n| interner.intern(&FilePath::disk(format!("/{n}.pp"))))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        let answers: Vec<_> = workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .collect();
        assert_eq!(answers.len(), 4);
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

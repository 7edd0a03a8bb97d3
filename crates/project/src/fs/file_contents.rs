//! The texts of files, for the synchronization of the database with the disk.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use puppet_db::{ContentSource, Contents, FileProblem, LazyContents};
use puppet_vfs::disk::{self, DiskText, ReadProblem};

use crate::fs::Stamp;

/// Where the contents of files come from.
pub trait FileContents: Send + Sync {
    /// The contents of a file.
    fn contents(&self, path: &Path) -> LazyContents;

    /// Whether nothing takes time here, so that several threads are not worth their while.
    fn is_in_memory(&self) -> bool {
        false
    }
}

/// What was read, or why nothing was, as the database has it.
#[must_use]
pub fn contents_of(read: Result<DiskText, ReadProblem>) -> Contents {
    let problem = match read {
        Ok(DiskText { text, invalid_utf8 }) => {
            let problem =
                invalid_utf8.map(|at| FileProblem::NotUtf8(u32::try_from(at).unwrap_or(u32::MAX)));
            return Contents { text, problem };
        }
        Err(ReadProblem::NotFound) => FileProblem::Missing,
        Err(ReadProblem::Binary) => FileProblem::Binary,
        Err(ReadProblem::Encrypted) => FileProblem::Encrypted,
        Err(ReadProblem::TooLarge(size)) => FileProblem::TooLarge(size),
        Err(other) => FileProblem::Unreadable(other.to_string().into()),
    };
    Contents::without_text(problem)
}

/// A file on disk that is read on first access.
#[derive(Debug)]
pub struct DiskFile {
    path: PathBuf,
    /// From before it was read.
    stamp: OnceLock<Option<Stamp>>,
}

impl DiskFile {
    /// The file at a path, whether there is one or not.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            stamp: OnceLock::new(),
        }
    }

    /// What it was like before it was read; its present state if it was not read yet.
    #[must_use]
    pub fn stamp(&self) -> Option<Stamp> {
        match self.stamp.get() {
            Some(stamp) => *stamp,
            None => Stamp::from_metadata(&std::fs::metadata(&self.path).ok()?),
        }
    }
}

impl ContentSource for DiskFile {
    fn read(&self) -> Contents {
        let (read, metadata) = disk::read_with_metadata(&self.path);
        self.stamp
            .get_or_init(|| metadata.as_ref().and_then(Stamp::from_metadata));
        contents_of(read)
    }
}

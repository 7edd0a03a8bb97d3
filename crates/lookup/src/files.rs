//! Reading files, and keeping what they say.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::config::{Config, Owner};
use crate::data_file::{DataFile, DataFormat};
use crate::error::Outcome;
use crate::session::LookupSettings;

/// What is at a path, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// Nothing.
    Missing,
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// A name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    /// The name, without the folder.
    pub name: String,
    /// Whether it is a folder itself, links followed.
    pub is_folder: bool,
}

/// The files that lookups read. Paths are absolute, with `/`.
pub trait Files: Send + Sync {
    /// What is at a path.
    fn kind(&self, path: &str) -> PathKind;

    /// The text of a file, or why Puppet cannot read it.
    ///
    /// # Errors
    /// A reason in words.
    fn read(&self, path: &str) -> Result<Arc<str>, String>;

    /// What is in a folder, in any order; empty if there is no such folder.
    fn list(&self, folder: &str) -> Vec<FolderEntry>;
}

/// The key of a configuration that is kept: what it depends on beside the text.
pub(crate) type ConfigKey = (String, Owner, LookupSettings);

/// Files, with what was read of them. It may serve any number of sessions; files that change need a new one.
pub struct Sources {
    files: Box<dyn Files>,
    data: Mutex<FxHashMap<(String, DataFormat), Arc<DataFile>>>,
    configs: Mutex<FxHashMap<ConfigKey, Outcome<Arc<Config>>>>,
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources").finish_non_exhaustive()
    }
}

impl Sources {
    /// Nothing is read yet.
    #[must_use]
    pub fn new(files: Box<dyn Files>) -> Self {
        Self {
            files,
            data: Mutex::default(),
            configs: Mutex::default(),
        }
    }

    /// The files themselves.
    #[must_use]
    pub fn files(&self) -> &dyn Files {
        &*self.files
    }

    /// What a data file says.
    pub(crate) fn data(&self, path: &str, format: DataFormat) -> Arc<DataFile> {
        let key = (path.to_owned(), format);
        if let Some(known) = self
            .data
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
        {
            return Arc::clone(known);
        }
        let data = Arc::new(DataFile::parse(self.files.read(path), format));
        let mut all = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(key).or_insert(data))
    }

    /// A configuration, read with `make` the first time.
    pub(crate) fn config(
        &self,
        key: ConfigKey,
        make: impl FnOnce() -> Outcome<Arc<Config>>,
    ) -> Outcome<Arc<Config>> {
        if let Some(known) = self
            .configs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
        {
            return known.clone();
        }
        let config = make();
        let mut all = self.configs.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(key).or_insert(config).clone()
    }
}

//! The two versions that are compared.

use std::sync::Arc;

use puppet_db::Db;

/// A file of a version.
#[derive(Debug, Clone)]
pub struct VersionFile {
    /// The absolute path, the same in both versions.
    pub path: String,
    /// Something that is equal if the contents are.
    pub id: String,
    /// The text, if it is one.
    pub text: Option<Arc<str>>,
}

/// A version of a project.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    /// Its database.
    pub db: &'a dyn Db,
    /// All its files.
    pub files: &'a [VersionFile],
}

//! Modules, environments, configuration and discovery.
//!
//! Purpose: find out, from any path and without settings, which modules and which environment it belongs to, by
//! Puppet's own rules ([`mod@discover`]); read the files ([`fs`]) and keep the inputs of the database in step with them
//! ([`ProjectInputs`]); know the autoload rules both ways ([`autoload`]).
//!
//! This is the only layer below the binaries that touches the disk, and it does so through [`fs::FileSystem`].

pub mod autoload;
pub mod cache_dir;
mod db_sync;
pub mod discover;
pub mod fixtures_file;
pub mod fs;
mod generated;
pub mod hiera;
pub mod installed_puppet;
pub mod lookup;
pub mod metadata;
pub mod settings;

pub use crate::db_sync::ProjectInputs;
pub(crate) use crate::db_sync::path_text;
pub use discover::{ProjectModel, discover};

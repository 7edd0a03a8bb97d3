//! Hiera's data as documents of an editor.
//!
//! What a key means, and who names it, is in [`crate::hiera::keys`]; here is what editors show of data and propose in it,
//! also while it is being typed.

pub mod class_parameters;
pub mod config;
pub mod data_hierarchy;
pub mod data_keys;
pub mod hierarchy_levels;
pub mod hierarchy_tree;
pub mod incomplete;
pub mod interpolation;
pub mod keys;
pub mod level_paths;
pub mod node_files;
pub mod types;

pub use crate::hiera::class_parameters::prefetch;
use puppet_db::{Db, File, FileKind};
use puppet_semantic::index::file_origin::owner;

/// Whether a file is a `hiera.yaml`, or holds data: it is one that the `hiera.yaml` of its environment or module names.
pub fn is_data(db: &dyn Db, file: File) -> bool {
    matches!(file.kind(db), FileKind::Data | FileKind::HieraConfig)
        && owner(db, file).is_some_and(|owner| owner.role.is_data())
}

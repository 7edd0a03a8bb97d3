//! Hiera's data as documents of an editor.
//!
//! What a key means, and who names it, is in [`crate::data_keys`]; here is what editors show of data and propose in it,
//! also while it is being typed.

pub(crate) mod completion;
mod config;
pub(crate) mod cursor;
pub(crate) mod files;
pub(crate) mod hover;
pub(crate) mod levels;
mod parameters;
mod resolved;
pub(crate) mod selection;
pub(crate) mod symbols;
mod types;
mod words;

pub(crate) use parameters::prime;
use puppet_db::{Db, File, FileKind};
use puppet_semantic::index::file_origin::{Role, owner};

/// Whether a file is a `hiera.yaml`, or holds data: it is one that the `hiera.yaml` of its environment or module names.
pub(crate) fn is_data(db: &dyn Db, file: File) -> bool {
    matches!(file.kind(db), FileKind::Data | FileKind::HieraConfig)
        && owner(db, file).is_some_and(|owner| owner.role == Role::Data)
}

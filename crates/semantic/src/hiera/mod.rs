//! Hiera's data: the contents of its files, and the definite parts of them.
//!
//! Which files a key is looked up in stands in [`crate::hiera::lookup`].

pub mod document;
pub mod file_interpolations;
pub mod included_keys;
pub mod lookup;
pub mod lookup_keys;
pub mod lookup_options;
pub mod secret_names;
pub mod value_type;

pub use puppet_lookup::{LOCATION_KEYS, interpolation_syntax};

use puppet_db::{Db, File};

use crate::index::file_origin::{FileOrigin, owner};

/// Where a `hiera.yaml` or a data file of its hierarchy belongs; `None` for other files, and for those that cannot be read.
pub fn data_origin(db: &dyn Db, file: File) -> Option<FileOrigin> {
    owner(db, file).filter(|it| it.role.is_data() && file.problem(db).is_none())
}

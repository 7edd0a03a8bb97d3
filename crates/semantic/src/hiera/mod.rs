//! Hiera's data: what its files say, and what of it is known.
//!
//! Which files a key is looked up in stands in [`crate::hiera::lookup`].

pub mod document;
pub mod lookup;
pub mod lookup_keys;
pub mod lookup_options;
pub mod value_type;

pub use puppet_lookup::{LOCATION_KEYS, interpolation_syntax};

//! Hiera's data: what its files say, and what of it is known.
//!
//! Which files a key is looked up in stands in [`crate::module_data`].

pub mod document;
pub mod interpolation;
pub mod known;
pub mod looked_up;
pub mod lookup_options;

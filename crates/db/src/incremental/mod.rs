//! Incremental parsing and lowering: results of the last revision, for the next one.
//!
//! A database without a [`ReparseCache`] parses and lowers every text as a whole, with the same results; the tests compare
//! them.

mod reparse_cache;

pub use crate::incremental::reparse_cache::ReparseCache;

//! Item index, name resolution, inference and checks.
//!
//! Everything here is a pure function of the inputs of `puppet-db`; what is computed about user code is "unknown" when
//! it cannot be decided, and then nothing is reported.

pub mod db;

pub use db::RootDatabase;

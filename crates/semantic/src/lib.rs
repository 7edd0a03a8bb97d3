//! Item index, name resolution, inference and checks.
//!
//! Everything here is a pure function of the inputs of `puppet-db`; what is computed about user code is "unknown" when
//! it cannot be decided, and then nothing is reported.

mod check;
mod checks;
pub mod db;
pub mod owner;

pub use check::file_diagnostics;
pub use db::RootDatabase;

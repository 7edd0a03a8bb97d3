//! Item index, name resolution, data, and the resource types of Ruby files.
//!
//! Everything here is a pure function of the inputs of `puppet-db`; what is computed about user code is "unknown" when
//! it cannot be decided, and then nothing is reported.

pub mod body_diagnostic;
pub mod body_fix;
pub mod deprecation;
pub mod display_name;
pub mod facts;
pub mod hiera;
pub mod index;
pub mod resolve;
pub mod resource_types;
pub mod ruby;
pub mod run_target;
pub mod similar_name;
pub mod target_versions;
pub mod tasks;
pub mod types;

pub use facts::is_given;
pub use index::module_dependencies::missing as missing_modules;
pub use resolve::name_resolver::NameResolver;
pub use target_versions::{Product, Requirement, is_for_openvox};
pub use types::alias::alias_of;

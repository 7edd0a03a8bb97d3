//! Definitions and uses in Ruby code.

pub mod definitions;
pub mod plugin_path;
pub mod rspec;
pub mod usages;
pub mod user_stubs;

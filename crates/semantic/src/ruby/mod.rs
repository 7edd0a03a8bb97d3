//! Definitions in the Ruby code of modules, and the stubs that describe them.

pub mod plugins;
pub mod user_stubs;

//! What the Ruby code of modules defines, and the stubs that describe it.

pub mod plugins;
pub mod user_stubs;

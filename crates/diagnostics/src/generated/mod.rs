//! What `cargo xtask codegen` writes.

pub(crate) mod pages;
pub mod rules;

//! What `cargo xtask codegen` writes.

pub mod rules;

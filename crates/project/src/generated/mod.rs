//! Code generated from tables.

pub mod settings;

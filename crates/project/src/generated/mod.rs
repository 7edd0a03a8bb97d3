//! What follows from tables.

pub mod settings;

//! Functions: their existence, and their signatures.

pub mod callable;
pub mod existence;
pub mod item_signature;

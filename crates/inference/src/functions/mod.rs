//! Functions: whether they exist, and with which signatures they can be called.

pub mod callable;
pub mod existence;
pub mod item_signature;

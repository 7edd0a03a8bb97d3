//! Inference of long bodies chunk by chunk.

pub mod inference;
pub mod query;
pub mod view;

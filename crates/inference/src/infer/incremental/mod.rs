//! Incremental inference: long bodies are inferred chunk by chunk where edits are to come.
//!
//! `infer` gives what `infer_whole` gives for the body, or `None`; the tests compare them.

pub mod chunk_inference;
pub mod chunk_view;
pub mod infer;

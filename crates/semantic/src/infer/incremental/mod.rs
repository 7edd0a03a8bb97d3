//! Incremental inference: long bodies are inferred chunk by chunk where edits are to come.
//!
//! [`infer`](infer::infer) gives what [`infer_whole`](crate::infer::infer_whole) gives, or `None`; the tests compare them.

pub mod chunk_inference;
pub mod chunk_view;
pub mod infer;

//! Type inference, and what follows from it.
//!
//! Everything here is a pure function of the inputs of `puppet-db`; what is computed about user code is "unknown" when
//! it cannot be decided, and then nothing is reported.

pub mod body_context;
pub mod catalog;
pub mod functions;
pub mod infer;
pub mod templates;
pub mod type_at;
pub mod variables;

pub use templates::signature::template_signature;
pub use type_at::{FileTypes, type_at};

//! Helpers of several assists.

pub mod definite_assignment;
pub mod external_readers;
pub mod line_endings;
pub mod placeholder_value;
pub mod reindent;

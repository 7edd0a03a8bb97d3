//! Helpers of several assists.

pub mod definite_assignment;
pub mod element_list;
pub mod external_readers;
pub mod line_endings;
pub mod negation;
pub mod placeholder_value;
pub mod receivers;
pub mod reindent;
pub mod selectors;

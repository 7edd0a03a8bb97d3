//! Error recovery of the parser from the layout of the source text.

pub(crate) mod brace_matching;
pub(crate) mod indentation;

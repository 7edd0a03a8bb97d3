//! Incremental parsing: after an edit of a long text, only the statements around it are parsed again.
//!
//! [`reparse`] gives the tree that [`parse_with`](crate::parse_with) gives for the new text, or `None`; the tests compare
//! them.

mod region;
mod region_end;
mod region_parser;
mod reparse;
mod surroundings;
#[cfg(test)]
mod tests;

pub use crate::incremental::reparse::reparse;

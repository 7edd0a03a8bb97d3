//! Code generated from the tables of this crate.

pub(crate) mod ast;
pub(crate) mod syntax_kind;

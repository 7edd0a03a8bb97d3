//! The position-free model of a Puppet program, and its validation.
//!
//! [`model`] has the data: a [`Program`] is a list of [`Body`]s, one for the file and one for each definition in it.
//! A body depends neither on positions nor on other bodies, so that an edit in one of them leaves the
//! others equal; positions are in a [`ProgramSourceMap`] beside it.
//!
//! [`validate`] has what Puppet finds wrong with a program before it evaluates it.

mod canonical_name;
mod dump;
mod incremental;
pub mod label;
mod lower;
pub mod model;
pub mod validate;

pub use canonical_name::canonical;
pub use dump::dump;
pub use incremental::{Statements, relower};
pub use lower::lower;

pub use model::{
    Body, BodyId, BodyOwner, Call, DefinitionIndex, Expr, ExprId, PartId, Program,
    ProgramSourceMap, SourceMap, Span, SubNode,
};

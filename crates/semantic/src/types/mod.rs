//! Types of the language as values of `puppet_types`: lowering, aliases and mismatches.

pub mod alias;
pub mod lower;
pub mod mismatch;
pub mod object_definition;
pub mod ruby_object_types;

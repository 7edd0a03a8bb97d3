//! The binary as its users run it.

mod bad_input;
mod eval;
mod examples;
mod explain;
mod strictness;
mod support;

//! Narrowing of types by conditions.

pub mod constraints;
pub mod predicates;
pub mod set_theoretic;

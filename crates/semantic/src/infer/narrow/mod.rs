//! Narrowing of types by conditions.

pub mod calls;
pub mod constraints;
pub mod keys;
pub mod paths;
pub mod predicates;
pub mod set_theoretic;
pub mod sizes;

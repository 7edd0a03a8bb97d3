//! Narrowing of types by conditions.

pub mod calls;
pub mod compared_kinds;
pub mod conditions;
pub mod groups;
pub mod keys;
pub mod paths;
pub mod sizes;
pub mod test_facts;
pub mod type_tests;

//! Narrowing of types by conditions.

pub mod calls;
pub mod compared_kinds;
pub mod conditions;
pub mod element_parts;
pub mod enum_values;
pub mod equality;
pub mod given_in_turn;
pub mod groups;
pub mod keys;
pub mod known_tests;
pub mod matches;
pub mod paths;
pub mod sizes;
pub mod type_function;

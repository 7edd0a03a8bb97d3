//! The relations between types and values: assignable, instance, common type, disjoint, normal form.

pub(crate) mod assignable;
pub(crate) mod common_type;
pub(crate) mod disjoint;
pub(crate) mod generalize;
pub(crate) mod instance;
pub(crate) mod normalize;
mod proofs;
pub(crate) mod relate;

//! One file per method of the protocol that only reads.

pub(crate) mod custom;
pub(crate) mod diagnostics;
pub(crate) mod editing;
pub(crate) mod navigation;
pub(crate) mod presentation;
pub(crate) mod test_fixture;

//! Keys that a hash lacks, or that its `Struct` type does not know.

pub(crate) mod access;
pub(crate) mod written;

use puppet_diagnostics::{Rule, declare_rule};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::mismatch::Mismatch;

declare_rule! {
    /// A hash lacks a key that its Struct type requires, or has an unknown key.
    pub STRUCT_KEY = { code: "T219", name: "struct-key", level: Error, fix: Unsafe }
}

/// The diagnostic of a value that does not fit a type: of this rule where the keys of a hash are wrong, or else of `usual`.
pub(crate) fn diagnostic(
    mismatch: Mismatch,
    usual: &'static Rule,
    anchor: Anchor,
) -> BodyDiagnostic {
    match mismatch.keys {
        Some(keys) => BodyDiagnostic::new(&STRUCT_KEY, anchor, mismatch.text).with_subject(keys),
        None => BodyDiagnostic::new(usual, anchor, mismatch.text),
    }
}

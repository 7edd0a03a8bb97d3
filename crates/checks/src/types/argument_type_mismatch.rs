//! T202 argument-type-mismatch.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// An argument is not of the type that its parameter expects.
    pub ARGUMENT_TYPE_MISMATCH = { code: "T202", name: "argument-type-mismatch", level: Error, fix: Unsafe }
}

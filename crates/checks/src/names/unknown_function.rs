//! N106 unknown-function.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A function does not exist.
    pub UNKNOWN_FUNCTION = { code: "N106", name: "unknown-function", level: Error, fix: Unsafe }
}

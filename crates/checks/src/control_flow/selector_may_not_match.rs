//! C403 selector-may-not-match.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A selector has no match for a value of its control expression.
    pub SELECTOR_MAY_NOT_MATCH = { code: "C403", name: "selector-may-not-match", level: Error, fix: Unsafe }
}

//! T213 redundant-test.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A test is always true for values of this type.
    pub REDUNDANT_TEST = { code: "T213", name: "redundant-test", levels: [Off, Hint, Hint], fix: Unsafe }
}

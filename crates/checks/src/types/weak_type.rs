//! T220 weak-type.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A type accepts values that are rarely useful, such as an empty string.
    pub WEAK_TYPE = { code: "T220", name: "weak-type", levels: [Off, Off, Hint], fix: Unsafe }
}

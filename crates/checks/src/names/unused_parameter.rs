//! N111 unused-parameter.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A parameter is never read.
    pub UNUSED_PARAMETER = { code: "N111", name: "unused-parameter", levels: [Off, Hint, Hint], fix: Unsafe }
}

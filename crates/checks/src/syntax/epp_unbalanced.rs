//! S006 epp-unbalanced.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// A tag or comment of an EPP template is not closed.
    pub EPP_UNBALANCED = { code: "S006", name: "epp-unbalanced", level: Error, fix: Unsafe }
}

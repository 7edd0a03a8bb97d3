//! F503 epp-unknown-parameter.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// An EPP template is rendered with a parameter that it does not have.
    pub EPP_UNKNOWN_PARAMETER = { code: "F503", name: "epp-unknown-parameter", level: Error, fix: Unsafe }
}

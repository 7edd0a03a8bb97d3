//! F502 epp-missing-parameter.

use puppet_diagnostics::declare_rule;

declare_rule! {
    /// An EPP template is rendered without a required parameter.
    pub EPP_MISSING_PARAMETER = { code: "F502", name: "epp-missing-parameter", level: Error, fix: Unsafe }
}

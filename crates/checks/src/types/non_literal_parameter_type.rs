//! T208 non-literal-parameter-type, found by `parameters.rs` of `puppet_hir::validate`.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The type of a class parameter is not a literal.
    pub NON_LITERAL_PARAMETER_TYPE = {
        code: "T208", name: "non-literal-parameter-type",
        levels: [Off, Warning, Warning],
    }
}

/// The issues of Puppet's validation that this rule reports.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::IllegalNonliteralParameterType];

//! T208 non-literal-parameter-type: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The type of a class parameter is not a literal.
    pub NON_LITERAL_PARAMETER_TYPE = {
        code: "T208", name: "non-literal-parameter-type",
        levels: [Off, Warning, Warning],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `parameters.rs`.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::IllegalNonliteralParameterType];

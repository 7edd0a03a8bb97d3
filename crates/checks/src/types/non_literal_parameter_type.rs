//! T208 non-literal-parameter-type.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The type of a class parameter is not a literal.
    pub NON_LITERAL_PARAMETER_TYPE = {
        code: "T208", name: "non-literal-parameter-type",
        levels: [Off, Warning, Warning],
    }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::IllegalNonliteralParameterType];

//! S009 invalid-name: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The name of a variable, definition or host is not valid.
    pub INVALID_NAME = {
        code: "S009", name: "invalid-name",
        level: Error, fix: Unsafe,
        puppet_lint: ["names_containing_dash", "names_containing_uppercase", "variable_contains_dash", "variable_is_lowercase"],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`:
/// `definitions.rs`, `names.rs`, `node_names.rs`, `parameters.rs`, `types.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalClassref,
    IssueCode::IllegalDefinitionName,
    IssueCode::IllegalHostnameChars,
    IssueCode::IllegalHostnameInterpolation,
    IssueCode::IllegalNumericVarName,
    IssueCode::IllegalParamName,
    IssueCode::IllegalVarName,
];

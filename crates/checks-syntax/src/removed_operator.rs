//! S007 removed-operator: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// Uses `+=` or `-=`, which were removed in Puppet 4.
    pub REMOVED_OPERATOR = { code: "S007", name: "removed-operator", level: Error }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `assignments.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::AppendsDeletesNoLongerSupported];

//! S007 removed-operator.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// Uses `+=` or `-=`, which were removed in Puppet 4.
    pub REMOVED_OPERATOR = { code: "S007", name: "removed-operator", level: Error }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::AppendsDeletesNoLongerSupported];

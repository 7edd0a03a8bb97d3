//! S016 invalid-query.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The query or the type of a collector is not valid.
    pub INVALID_QUERY = { code: "S016", name: "invalid-query", level: Error }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::IllegalQueryExpression];

//! S010 invalid-assignment.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The left side of an assignment is not a variable of this scope.
    pub INVALID_ASSIGNMENT = { code: "S010", name: "invalid-assignment", level: Error, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::CrossScopeAssignment,
    IssueCode::IllegalAssignment,
    IssueCode::IllegalAssignmentContext,
    IssueCode::IllegalIndexedAssignment,
    IssueCode::IllegalNumericAssignment,
];

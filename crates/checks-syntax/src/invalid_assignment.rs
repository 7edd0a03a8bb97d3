//! S010 invalid-assignment: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The left side of an assignment is not a variable of this scope.
    pub INVALID_ASSIGNMENT = { code: "S010", name: "invalid-assignment", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `assignments.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::CrossScopeAssignment,
    IssueCode::IllegalAssignment,
    IssueCode::IllegalAssignmentContext,
    IssueCode::IllegalIndexedAssignment,
    IssueCode::IllegalNumericAssignment,
];

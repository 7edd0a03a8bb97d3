//! S011 invalid-parameter: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A parameter is declared twice, has an invalid name, or captures the remaining arguments and is not the last.
    pub INVALID_PARAMETER = { code: "S011", name: "invalid-parameter", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `parameters.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::CapturesRestNotLast,
    IssueCode::CapturesRestNotSupported,
    IssueCode::DuplicateParameter,
    IssueCode::IllegalNumericParameter,
    IssueCode::ReservedParameter,
];

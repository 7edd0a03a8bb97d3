//! S017 unsupported-syntax.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// Uses a form that Puppet's parser accepts but does not support.
    pub UNSUPPORTED_SYNTAX = { code: "S017", name: "unsupported-syntax", level: Error }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalNodeInheritance,
    IssueCode::IllegalTypeMapping,
    IssueCode::UnsupportedExpression,
];

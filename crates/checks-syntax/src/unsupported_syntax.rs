//! S017 unsupported-syntax: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// Uses a form that Puppet's parser accepts but does not support.
    pub UNSUPPORTED_SYNTAX = { code: "S017", name: "unsupported-syntax", level: Error }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `node_names.rs`, `types.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalNodeInheritance,
    IssueCode::IllegalTypeMapping,
    IssueCode::UnsupportedExpression,
];

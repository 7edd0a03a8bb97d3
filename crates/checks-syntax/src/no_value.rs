//! S013 no-value: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// An expression that does not produce a value is used as a value.
    pub NO_VALUE = { code: "S013", name: "no-value", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `value_position.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::NotRvalue];

//! S013 no-value, found by `value_position.rs` of `puppet_hir::validate`.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// An expression that does not produce a value is used as a value.
    pub NO_VALUE = { code: "S013", name: "no-value", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::NotRvalue];

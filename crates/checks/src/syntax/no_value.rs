//! S013 no-value.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// An expression that does not produce a value is used as a value.
    pub NO_VALUE = { code: "S013", name: "no-value", level: Error, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::NotRvalue];

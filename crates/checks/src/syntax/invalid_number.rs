//! S014 invalid-number.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A number is malformed, or does not fit into 64 bits.
    pub INVALID_NUMBER = { code: "S014", name: "invalid-number", level: Error, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::InfiniteFloat, IssueCode::NumericOverflow];

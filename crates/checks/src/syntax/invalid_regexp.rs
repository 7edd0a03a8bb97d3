//! S019 invalid-regexp.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A regular expression has a syntax error.
    pub INVALID_REGEXP = { code: "S019", name: "invalid-regexp", level: Error }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::InvalidRegexp];

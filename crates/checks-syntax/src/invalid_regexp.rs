//! S019 invalid-regexp: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A regular expression has a syntax error.
    pub INVALID_REGEXP = {
        code: "S019", name: "invalid-regexp", level: Error,
        help: "Correct the expression: a literal `(` or `[` needs `\\` before it",
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `literals.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::InvalidRegexp];

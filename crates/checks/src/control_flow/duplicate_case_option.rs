//! C401 duplicate-case-option.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A case or selector has the same option twice.
    pub DUPLICATE_CASE_OPTION = { code: "C401", name: "duplicate-case-option", level: Warning, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[IssueCode::DuplicateDefault];

//! S015 invalid-heredoc-text.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The text of a heredoc is not valid in the syntax of its tag.
    pub INVALID_HEREDOC_TEXT = { code: "S015", name: "invalid-heredoc-text", level: Error, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalBase64,
    IssueCode::IllegalEpp,
    IssueCode::IllegalJson,
    IssueCode::IllegalPp,
    IssueCode::SyntaxOfHeredoc,
];

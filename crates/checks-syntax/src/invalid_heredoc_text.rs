//! S015 invalid-heredoc-text: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// The text of a heredoc is not valid in the syntax of its tag.
    pub INVALID_HEREDOC_TEXT = { code: "S015", name: "invalid-heredoc-text", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `heredoc/mod.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IllegalBase64,
    IssueCode::IllegalEpp,
    IssueCode::IllegalJson,
    IssueCode::IllegalPp,
    IssueCode::SyntaxOfHeredoc,
];

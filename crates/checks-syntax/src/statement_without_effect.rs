//! S002 statement-without-effect: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A statement has no effect: its value is not used.
    pub STATEMENT_WITHOUT_EFFECT = {
        code: "S002", name: "statement-without-effect",
        level: Error, fix: Unsafe, puppet_lint: ["slash_comments"],
    }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`:
/// `statement_without_effect.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::IdemExpressionNotLast,
    IssueCode::IdemNotAllowedLast,
];

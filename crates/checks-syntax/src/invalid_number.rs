//! S014 invalid-number: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;
use puppet_syntax::lexer::LexErrorKind;

declare_rule! {
    /// A number is malformed, or does not fit into 64 bits.
    pub INVALID_NUMBER = { code: "S014", name: "invalid-number", level: Error, fix: Unsafe }
}

/// Whether the rule reports an error of the lexer.
pub fn is_about(kind: LexErrorKind) -> bool {
    kind.code().ends_with("_NUMBER")
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `literals.rs`.
pub const ISSUES: &[IssueCode] = &[IssueCode::InfiniteFloat, IssueCode::NumericOverflow];

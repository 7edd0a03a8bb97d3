//! S003 reserved-word: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A reserved word or the name of a built-in data type is used as a name.
    pub RESERVED_WORD = { code: "S003", name: "reserved-word", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `reserved_word.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::FutureReservedWord,
    IssueCode::ReservedTypeName,
    IssueCode::ReservedWord,
];

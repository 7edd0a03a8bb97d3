//! S012 invalid-resource, found by `resources.rs` and `statement_without_effect.rs` of `puppet_hir::validate`.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A resource expression has no title, or a form that is not allowed.
    pub INVALID_RESOURCE = { code: "S012", name: "invalid-resource", level: Error, fix: Unsafe }
}

/// The issues of Puppet's validation that this rule reports.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::ClassNotVirtualizable,
    IssueCode::IllegalAttributeAppend,
    IssueCode::MultipleAttributesUnfold,
    IssueCode::NotVirtualizeable,
    IssueCode::ResourceWithoutTitle,
];

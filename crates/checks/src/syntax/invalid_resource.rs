//! S012 invalid-resource.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// A resource expression has no title, or a form that is not allowed.
    pub INVALID_RESOURCE = { code: "S012", name: "invalid-resource", level: Error, fix: Unsafe }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::ClassNotVirtualizable,
    IssueCode::IllegalAttributeAppend,
    IssueCode::MultipleAttributesUnfold,
    IssueCode::NotVirtualizeable,
    IssueCode::ResourceWithoutTitle,
];

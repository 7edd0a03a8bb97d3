//! M709 catalog-vs-plan-context.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// An expression is only available in manifests, or only in plans.
    pub CATALOG_VS_PLAN_CONTEXT = { code: "M709", name: "catalog-vs-plan-context", level: Error }
}

/// What Puppet's validation reports of it.
pub(crate) const ISSUES: &[IssueCode] = &[
    IssueCode::ExpressionNotSupportedWhenCompiling,
    IssueCode::ExpressionNotSupportedWhenScripting,
];

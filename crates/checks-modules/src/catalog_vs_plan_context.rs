//! M709 catalog-vs-plan-context: the check is part of Puppet's validation.

use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;

declare_rule! {
    /// An expression is only available in manifests, or only in plans.
    pub CATALOG_VS_PLAN_CONTEXT = { code: "M709", name: "catalog-vs-plan-context", level: Error }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `mod.rs`, `plans.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::ExpressionNotSupportedWhenCompiling,
    IssueCode::ExpressionNotSupportedWhenScripting,
];

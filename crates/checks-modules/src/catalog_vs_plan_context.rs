//! M709 catalog-vs-plan-context: what has a syntax of its own is part of Puppet's validation, and functions refuse to be
//! called.

use puppet_db::is_plan;
use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// An expression is only available in manifests, or only in plans.
    pub CATALOG_VS_PLAN_CONTEXT = { code: "M709", name: "catalog-vs-plan-context", level: Error }
}

/// The issues of Puppet's validation that this rule reports, from `puppet_hir::validate`: `mod.rs`, `plans.rs`.
pub const ISSUES: &[IssueCode] = &[
    IssueCode::ExpressionNotSupportedWhenCompiling,
    IssueCode::ExpressionNotSupportedWhenScripting,
];

/// The functions that plans cannot call, and what each says that it is (`lib/puppet/functions`, `lib/puppet/parser/functions`).
const OF_CATALOGS: [(&str, &str); 9] = [
    ("contain", "catalog operation 'contain'"),
    ("create_resources", "catalog operation 'create_resources'"),
    ("include", "catalog operation 'include'"),
    ("inline_template", "feature 'ERB inline_template'"),
    ("realize", "catalog operation 'realize'"),
    ("require", "catalog operation 'require'"),
    ("tag", "catalog operation 'tag'"),
    ("tagged", "catalog operation 'tagged'"),
    ("template", "feature 'ERB template'"),
];

/// Reports calls of such functions in a plan, outside of `apply`.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if !is_plan(context.item.file.path(context.db)) {
        return;
    }
    for (it, call) in context.calls() {
        // A method may be one of an object.
        let what = OF_CATALOGS
            .iter()
            .find(|(name, _)| call.name == Some(*name));
        if let Some((_, what)) = what.filter(|_| !call.is_method && !context.is_applied(it.id)) {
            let message = format!("The {what} is only available when compiling a catalog");
            let diagnostic =
                BodyDiagnostic::new(&CATALOG_VS_PLAN_CONTEXT, Anchor::Expr(it.id), message);
            out.push(diagnostic.with_help("Call it in an `apply` block"));
        }
    }
}

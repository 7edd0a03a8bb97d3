//! M709 catalog-vs-plan-context: calls of functions that refuse them. Statements that are refused are part of validation.

use puppet_db::is_plan;
use puppet_diagnostics::declare_rule;
use puppet_hir::validate::IssueCode;
use puppet_inference::body_context::Context;
use puppet_library::Library;
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

/// What a function that plans cannot call says that it is (`lib/puppet/functions`, `lib/puppet/parser/functions`).
fn refused(name: &str) -> Option<String> {
    match name {
        "template" | "inline_template" => Some(format!("feature 'ERB {name}'")),
        // It calls `include`.
        "hiera_include" => refused("include"),
        name => {
            let function = Library.function(name).filter(|it| it.needs_catalog)?;
            Some(format!("catalog operation '{}'", function.name))
        }
    }
}

/// Reports calls of such functions in a plan, outside of `apply`.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if !is_plan(context.item.file.path(context.db)) {
        return;
    }
    for (it, call) in context.calls() {
        // A method may be one of an object.
        let name = call.name.filter(|_| !call.is_method);
        if let Some(what) = name.and_then(refused)
            && !context.is_applied(it.id)
        {
            let message = format!("The {what} is only available when compiling a catalog");
            let diagnostic =
                BodyDiagnostic::new(&CATALOG_VS_PLAN_CONTEXT, Anchor::Expr(it.id), message);
            out.push(diagnostic.with_help("Call it in an `apply` block"));
        }
    }
}

//! Names in upper case that are no data type, no resource type and no defined type.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_QualifiedReference`. The right side of a type alias is read by
//! other rules: a name without a definition matches nothing there, and fails only where a parameter has that type.

use puppet_db::is_plan;
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{DefinitionKind, Expr, ExprId};
use puppet_library::{Library, OldForm};
use rustc_hash::FxHashSet;

use crate::names::missing_module::{is_of_no_module, no_module, type_of_other_module};
use crate::names::type_set;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::resource_types::existence::{Presence, data_type, similar_data_type};
use puppet_text::capitalized;

declare_rule! {
    /// A data type or type alias does not exist.
    pub UNKNOWN_DATA_TYPE = {
        code: "N107", name: "unknown-data-type",
        level: Error, fix: Unsafe,
        help: "Correct the name, or install the module that has the data type",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let in_alias = context.body.definition().kind() == DefinitionKind::TypeAlias;
    let not_evaluated = collected(context);
    let in_type_set = type_set::member_names(context.body);
    let path = context.item.file.path(context.db);
    for it in context.reachable() {
        let Expr::QualifiedReference(name) = it.expr else {
            continue;
        };
        // Names of old times have advice of their own.
        if not_evaluated.contains(&it.id)
            || in_type_set.contains(&**name)
            || Library.old_type(name, OldForm::Name).is_some()
            || may_be_of_plans(path, name)
        {
            continue;
        }
        let is_of_no_module = match data_type(&context.names, name) {
            Presence::Absent => false,
            _ if in_alias => continue,
            Presence::Unknown if name.contains("::") && is_of_no_module(context, &it, name) => true,
            _ => continue,
        };
        let name = capitalized(&puppet_semantic::index::item_tree::canonical(name));
        let message = format!("Resource type not found: {name}");
        let diagnostic = BodyDiagnostic::new(&UNKNOWN_DATA_TYPE, Anchor::Expr(it.id), message)
            .with_issue("UNKNOWN_RESOURCE_TYPE");
        let diagnostic = match in_alias {
            true => diagnostic.with_severity(Severity::Warning),
            false => diagnostic,
        };
        out.push(match similar_data_type(&context.names, &name) {
            Some(similar) => diagnostic.with_similar(similar),
            None if is_of_no_module => diagnostic.with_help(no_module(&name)),
            // In a branch, it may be meant for places where something else is installed.
            None if it.is_conditional => diagnostic.with_severity(Severity::Warning),
            None => type_of_other_module(context, &name, diagnostic),
        });
    }
}

/// Whether a name may be one of the types that only plans have, in a plan, or in a function or alias for plans.
fn may_be_of_plans(path: &str, name: &str) -> bool {
    let is_for_plans = is_plan(path) || path.contains("/functions/") || path.contains("/types/");
    is_for_plans && Library.plan_types().iter().any(|it| it.name == name)
}

/// The types of collectors: names that are looked up, and not evaluated.
fn collected(context: &Context<'_>) -> FxHashSet<ExprId> {
    let exprs = context.reachable();
    exprs
        .filter_map(|it| match it.expr {
            Expr::Collect { type_expr, .. } => Some(*type_expr),
            _ => None,
        })
        .collect()
}

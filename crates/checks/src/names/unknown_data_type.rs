//! Names in upper case that are no data type, no resource type and no defined type.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_QualifiedReference`. The right side of a type alias is read by
//! other rules: a name without a definition matches nothing there, and fails only where a parameter has that type.

use puppet_db::is_plan;
use puppet_diagnostics::{Safety, Severity, declare_rule};
use puppet_hir::model::{ComparisonOperator, DefinitionKind, Expr, ExprId};
use puppet_library::{Library, OldForm};
use puppet_types::Type;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::names::missing_module::{is_of_no_module, no_module, type_of_other_module};
use crate::names::type_set;
use puppet_inference::body_context::Context;
use puppet_inference::infer::may_be;
use puppet_inference::variables::bindings::item_bindings;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::index::completeness::is_declared;
use puppet_semantic::index::item_tree::canonical;
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
    let with_texts = compared_with_texts(context);
    // Such a name is illegal for a variable, but `"${Name}"` means it.
    let is_variable = |name: &SmolStr| {
        let variables = item_bindings(context.db, context.environment(), context.item);
        variables.is_some_and(|it| it.contains(name))
    };
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
            // Whatever a missing module may have, no text is equal to it: a quoted text is meant.
            Presence::Unknown if with_texts.contains(&it.id) && may_be_text(context, name) => false,
            _ => continue,
        };
        if is_variable(name) {
            continue;
        }
        let written = name;
        let name = capitalized(&canonical(name));
        let as_written = written.trim_start_matches("::");
        let message = format!("Resource type not found: {as_written}");
        let diagnostic = BodyDiagnostic::new(&UNKNOWN_DATA_TYPE, Anchor::Expr(it.id), message)
            .with_issue("UNKNOWN_RESOURCE_TYPE");
        let diagnostic = match in_alias {
            true => diagnostic.with_severity(Severity::Warning),
            false => diagnostic,
        };
        out.push(match similar_data_type(&context.names, &name) {
            _ if with_texts.contains(&it.id) => quoted(diagnostic, it.id, written),
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

/// What is compared with a value that is no type and no resource: options of `case` and selectors, and operands of `==`.
fn compared_with_texts(context: &Context<'_>) -> FxHashSet<ExprId> {
    let is_text = |id: &ExprId| {
        let known = context.inference.result(*id);
        let mut others = [Type::CatalogEntry, Type::Type(None)].into_iter();
        !others.any(|ty| may_be(&context.names, known, &ty))
    };
    let mut found = FxHashSet::default();
    for it in context.reachable() {
        match it.expr {
            Expr::Case { test, options } if is_text(test) => {
                found.extend(
                    options
                        .iter()
                        .flat_map(|option| option.values.iter().copied()),
                );
            }
            Expr::Selector { left, selectors } if is_text(left) => {
                found.extend(selectors.iter().map(|it| it.matching));
            }
            Expr::Comparison {
                operator: ComparisonOperator::Equal | ComparisonOperator::NotEqual,
                left,
                right,
            } => {
                found.extend(is_text(left).then_some(*right));
                found.extend(is_text(right).then_some(*left));
            }
            _ => {}
        }
    }
    found
}

/// Whether a name in upper case is not that of a module, which may define a type of its own name.
fn may_be_text(context: &Context<'_>, name: &str) -> bool {
    let name = canonical(name);
    let (db, environment) = (context.db, context.environment());
    !name.contains("::")
        && Library.module_with_type(&name).is_none()
        && !is_declared(db, environment, context.item.file, &name)
}

fn quoted(diagnostic: BodyDiagnostic, id: ExprId, name: &str) -> BodyDiagnostic {
    let text = format!("'{name}'");
    let help = format!("Without quotes, it is a type: did you mean {text}?");
    let title = format!("Replace with `{text}`");
    let fix = BodyFix::replace(title, Safety::Unsafe, Anchor::Expr(id), text);
    diagnostic.with_help(help).with_fix(fix)
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

//! Variables of other classes that a branch of those classes does not assign.
//!
//! A class like `web::params` has a branch for each operating system, and its readers need what each of them assigns. A
//! branch without any assignment says that the system is not supported; one that a test around the read may exclude proves
//! nothing.

use std::sync::Arc;

use puppet_hir::model::{Expr, ExprId};
use puppet_inference::body_context::Context;
use puppet_inference::catalog::certain_use::{CertainUse, certain_use};
use puppet_inference::infer::flow::assignment_gaps::{AssignmentGap, gaps_with_others};
use puppet_inference::infer::qualified_variable::variable_of_other_class;
use puppet_inference::infer::{Assignments, Lacking, assignments_at_end};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, MESSAGE_PLACE};
use puppet_semantic::index::declarations::conditions;
use puppet_semantic::index::item_tree::body;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{MOST_RELATED, POSSIBLY_UNDEFINED_VARIABLE};
use puppet_hir::Call;

/// A branch that lacks more variables is one of a system for which only a part of the module is meant.
const MOST_LACKING: usize = 6;

/// The same for classes that nothing in the module uses.
const MOST_LACKING_FOR_OTHERS: usize = 3;

/// A read of a variable of another class that some branch of that class does not assign.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    read: ExprId,
    name: &str,
) -> Option<BodyDiagnostic> {
    if is_expected(context, read) {
        return None;
    }
    with_gaps(context, Anchor::Expr(read), read, name)
}

/// The same for a read of a template, which stands for the call at an expression.
pub(crate) fn template_diagnostic(
    context: &Context<'_>,
    call: ExprId,
    name: &str,
) -> Option<BodyDiagnostic> {
    with_gaps(context, Anchor::Expr(call), call, name)
}

fn with_gaps(
    context: &Context<'_>,
    at: Anchor,
    read: ExprId,
    name: &str,
) -> Option<BodyDiagnostic> {
    let (class, variable) = variable_of_other_class(&context.names, context.item, name)?;
    let class_body = body(context.db, class);
    let all = assignments_at_end(context.db, context.environment(), class);
    let assignments = all.get(variable)?;
    let most_lacking = match certain_use(context.db, context.environment(), context.item) {
        CertainUse::Always => MOST_LACKING,
        CertainUse::Unknown => MOST_LACKING_FOR_OTHERS,
        CertainUse::Sometimes => return None,
    };
    let mut gaps = gaps_with_others(&class_body, assignments);
    gaps.retain(|gap| lacking(&all, *gap) <= most_lacking);
    if gaps.is_empty() || is_guarded(context, read) {
        return None;
    }
    let message = format!(
        "Variable '${name}' may be unassigned here: the branch at {MESSAGE_PLACE} does not assign it"
    );
    let mut diagnostic = BodyDiagnostic::new(&POSSIBLY_UNDEFINED_VARIABLE, at, message);
    for gap in gaps.iter().take(MOST_RELATED) {
        diagnostic = diagnostic.with_related((class, gap.at), "This branch does not assign it");
    }
    let targets = assignments.targets.iter().take(MOST_RELATED);
    Some(targets.fold(diagnostic, |diagnostic, target| {
        diagnostic.with_related((class, Anchor::Expr(*target)), "It is assigned here")
    }))
}

/// How many variables a branch lacks that other branches assign.
fn lacking(all: &FxHashMap<SmolStr, Arc<Assignments>>, gap: AssignmentGap<Anchor>) -> usize {
    let is_it = |it: &Lacking| matches!(it, Lacking::Branch(root) if Anchor::Expr(*root) == gap.at);
    let lacking = all.values().filter(|it| it.lacking.iter().any(is_it));
    lacking.count()
}

/// Whether the code reckons with a missing value: the read is the default of a parameter that is tested.
fn is_expected(context: &Context<'_>, read: ExprId) -> bool {
    let body = context.body;
    let mut parameters = body.parameters().iter();
    let is_default = |value: ExprId| body.without_parentheses(value) == read;
    let parameter = parameters.find(|it| it.value.is_some_and(is_default));
    parameter.is_some_and(|parameter| {
        let tested = body.exprs().flat_map(|(_, expr)| conditions(expr));
        let mut tested = tested.flat_map(|test| body.preorder(test).entered());
        tested.any(|(id, _)| {
            body.variable_name(id)
                .is_some_and(|it| *it == parameter.name)
        })
    })
}

/// Whether a test around the read, or one after which the body ends early, may exclude a branch of the other class.
fn is_guarded(context: &Context<'_>, read: ExprId) -> bool {
    let body = context.body;
    let has = |root: ExprId, is_it: &dyn Fn(ExprId) -> bool| {
        let mut all = body.preorder(root).entered();
        all.any(|(id, _)| is_it(id))
    };
    let is_read = |id: ExprId| id == read;
    let is_end = |id: ExprId| {
        let call = Call::from_expr(body, id);
        call.is_some_and(|call| matches!(call.name, Some("fail" | "return")))
    };
    body.exprs().any(|(id, expr)| {
        let mut tests = conditions(expr).peekable();
        tests.peek().is_some()
            && (has(id, &is_read) || has(id, &is_end))
            && tests.any(|test| has(test, &is_read) || has(test, &|id| is_open(context, id)))
    })
}

/// Whether an expression in a test may depend on what the branches of other classes depend on: anything but parameters with
/// constant defaults.
fn is_open(context: &Context<'_>, id: ExprId) -> bool {
    let body = context.body;
    match body.expr(id) {
        Expr::Variable(_) => {
            let name = body.variable_name(id);
            let mut parameters = body.parameters().iter();
            let parameter = parameters.find(|it| name == Some(&it.name));
            parameter.is_none_or(|it| {
                let mut default = it.value.iter().flat_map(|it| body.preorder(*it).entered());
                default.any(|(_, expr)| matches!(expr, Expr::Variable(_)))
            })
        }
        expr => expr.is_call(),
    }
}

//! Facts that nothing provides, and accesses to their elements.

use puppet_db::ModuleOrigin;
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId};
use rustc_hash::FxHashSet;

use crate::names::unknown_variable::{is_certainly_unknown, similar_fact};
use crate::types::operator_type_mismatch;
use puppet_inference::body_context::Context;
use puppet_inference::variables::global_reads::fact_name;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::facts::may_be_fact;
use puppet_text::typo_of;

declare_rule! {
    /// A fact does not exist, and its name is almost that of a known fact.
    pub UNKNOWN_FACT = { code: "N108", name: "unknown-fact", levels: [Off, Warning, Warning], fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut reported = FxHashSet::default();
    let mut tests = None;
    for it in context.reachable() {
        let Expr::Access { left, .. } = it.expr else {
            continue;
        };
        let left = context.body.without_parentheses(*left);
        let Some(name) = fact_name(context.body, left) else {
            continue;
        };
        if may_be_fact(context.db, context.environment(), name)
            || !is_certainly_unknown(context, name)
            || !is_alone(context) && similar_fact(context, name).is_none()
        {
            continue;
        }
        // In a branch, its presence may have been tested before.
        if it.is_conditional
            && !tests
                .get_or_insert_with(|| plain_tests(context))
                .contains(&it.id)
        {
            continue;
        }
        reported.insert(left);
        out.push(operator_type_mismatch::access_to_unknown_fact(left, name));
    }
    for it in context.reachable() {
        if let Some(name) = fact_name(context.body, it.id)
            && !reported.contains(&it.id)
            && !may_be_fact(context.db, context.environment(), name)
            && let Some(similar) = similar_fact(context, name)
            // Any module may add facts, also one that is not here.
            && typo_of(name, [similar]).is_some()
        {
            let message = format!("Unknown fact '{name}': its value is undef");
            let diagnostic = BodyDiagnostic::new(&UNKNOWN_FACT, Anchor::Expr(it.id), message);
            out.push(diagnostic.with_similar(similar));
        }
    }
}

/// Whether the workspace is a single module that says which others it needs. The modules of a site can rely on facts that
/// its nodes bring with them.
fn is_alone(context: &Context<'_>) -> bool {
    let environment = context.environment();
    let modules = environment.modules(context.db).iter();
    let mut own = modules.filter(|it| it.origin(context.db) == ModuleOrigin::Workspace);
    let first = own.next();
    first.is_some_and(|it| it.metadata(context.db).is_some())
        && own.next().is_none()
        && environment.manifests(context.db).is_empty()
}

/// What is in the tests of branches that are evaluated in any case, but for tests with several parts: the first of those
/// may be there to guard the others.
fn plain_tests(context: &Context<'_>) -> FxHashSet<ExprId> {
    let tests = context
        .reachable()
        .filter(|it| !it.is_conditional)
        .filter_map(|it| match it.expr {
            Expr::If { test, .. } | Expr::Unless { test, .. } | Expr::Case { test, .. } => {
                Some(*test)
            }
            Expr::Selector { left, .. } => Some(*left),
            _ => None,
        });
    let mut plain = FxHashSet::default();
    for test in tests {
        let inside = || context.body.preorder(test).entered().map(|(id, _)| id);
        let has_parts = inside().any(|id| {
            matches!(
                context.body.expr(id),
                Expr::And { .. } | Expr::Or { .. } | Expr::Selector { .. } | Expr::If { .. }
            )
        });
        if !has_parts {
            plain.extend(inside());
        }
    }
    plain
}

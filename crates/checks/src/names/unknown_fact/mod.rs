//! Facts that nothing provides, and parts that a fact does not have.

pub(crate) mod in_data;

use puppet_db::ModuleOrigin;
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId};
use rustc_hash::FxHashSet;

use crate::names::unknown_variable::{is_certainly_unknown, similar_fact};
use crate::types::operator_type_mismatch;
use crate::types::struct_key::access::{diagnostic as key_diagnostic, keys_of_fact};
use puppet_inference::body_context::Context;
use puppet_inference::variables::global_reads::fact_name;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::facts::{may_be_fact, schema};
use puppet_text::typo_of;
use puppet_types::Value;
use smol_str::SmolStr;

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

/// `$facts['os']['familly']`: a part that a fact of Facter does not have, among the keys of an access with their places.
/// The first `checked` of them were looked at with an access within this one.
pub(crate) fn unknown_part(
    context: &Context<'_>,
    keys: &[(Value, Anchor)],
    checked: usize,
) -> Option<BodyDiagnostic> {
    let names = keys.iter().map_while(|(key, _)| key.as_str());
    let names: Vec<&str> = names.collect();
    let unknown = schema::unknown_part(context.db, context.environment(), &names)?;
    let (_, anchor) = keys.get(unknown.index)?;
    // An access within this one has reported it.
    if unknown.index < checked {
        return None;
    }
    if is_tested(context, names.get(..=unknown.index)?) {
        return None;
    }
    let (whole, name) = (names.get(..unknown.index)?, names.get(unknown.index)?);
    let message = format!("Fact '{}' has no '{name}'", whole.join("."));
    let similar = unknown.similar.map(SmolStr::from);
    Some(key_diagnostic(&UNKNOWN_FACT, *anchor, message, similar))
}

/// Whether a body tests somewhere whether a part of a fact is there, or which Facter it is: it is meant for other versions
/// of Facter, too.
fn is_tested(context: &Context<'_>, names: &[&str]) -> bool {
    let body = context.body;
    let mut ids = body.exprs().map(|(id, _)| id);
    let is_version = |name: &SmolStr| name.trim_start_matches("::") == "facterversion";
    if ids.any(|id| {
        let read = fact_name(body, id).or_else(|| body.variable_name(id));
        read.is_some_and(is_version)
    }) {
        return true;
    }
    let is_undef = |at: ExprId| matches!(body.expr(at), Expr::LiteralUndef);
    let is_part = |at: ExprId| {
        let keys = keys_of_fact(context, at);
        keys.is_some_and(|keys| {
            keys.iter()
                .map(|(key, _)| key.as_str())
                .eq(names.iter().copied().map(Some))
        })
    };
    body.exprs().any(|(_, expr)| match expr {
        Expr::If { test, .. } | Expr::Unless { test, .. } | Expr::Not(test) => is_part(*test),
        Expr::And { left, right } | Expr::Or { left, right } => is_part(*left) || is_part(*right),
        Expr::Comparison { left, right, .. } => {
            is_undef(*right) && is_part(*left) || is_undef(*left) && is_part(*right)
        }
        _ => false,
    })
}

//! Collectors without a query, which take all virtual resources of a type.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Expr, ExprId, QueryKind};
use puppet_library::Library;
use rustc_hash::FxHashSet;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::canonical;

declare_rule! {
    /// A collector without a query realizes every virtual resource of the type.
    pub COLLECTOR_WITHOUT_QUERY = {
        code: "R314", name: "collector-without-query",
        level: Warning, puppet_lint: ["spaceship_operator_without_tag"],
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut operands = FxHashSet::default();
    for it in context.reachable() {
        match it.expr {
            Expr::Relationship { left, right, .. } => operands.extend([*left, *right]),
            Expr::Collect {
                type_expr,
                query,
                operations,
            } => {
                // In chains of arrows it is the usual way to say "all resources of the type".
                let takes_all = query.expr.is_none() && query.kind == QueryKind::Virtual;
                if takes_all && operations.is_empty() && !operands.contains(&it.id) {
                    out.extend(takes_all_of(context, *type_expr));
                }
            }
            _ => {}
        }
    }
}

fn takes_all_of(context: &Context<'_>, type_expr: ExprId) -> Option<BodyDiagnostic> {
    let Expr::QualifiedReference(name) = context.body.expr(type_expr) else {
        return None;
    };
    // Of a defined type, the module declares all virtual resources itself, or wants them all.
    Library.resource_type(&canonical(name))?;
    let message =
        format!("Collector without a query realizes all virtual {name} resources of the catalog");
    Some(
        BodyDiagnostic::new(&COLLECTOR_WITHOUT_QUERY, Anchor::Expr(type_expr), message)
            .with_help("Add a query, for example `<| tag == 'x' |>`"),
    )
}

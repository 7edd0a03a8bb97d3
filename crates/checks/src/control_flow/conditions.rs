//! Conditions whose result the code alone decides.

use puppet_hir::model::{Expr, ExprId};

use crate::control_flow::constant_condition;
use crate::types::string_as_boolean;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::BodyDiagnostic;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable().filter(|it| !context.is_in_query(it.id)) {
        match it.expr {
            Expr::If { test, .. } | Expr::Unless { test, .. } | Expr::Not(test) => {
                out.extend(check_condition(context, *test));
            }
            Expr::And { left, right } | Expr::Or { left, right } => {
                out.extend(check_condition(context, *left));
                out.extend(check_condition(context, *right));
            }
            _ => {}
        }
    }
}

fn check_condition(context: &Context<'_>, condition: ExprId) -> Option<BodyDiagnostic> {
    let known = context.inference.result(condition);
    let inner = context.body.without_parentheses(condition);
    // The parts of `and`, `or` and `!` are checked one by one.
    if matches!(
        context.body.expr(inner),
        Expr::And { .. } | Expr::Or { .. } | Expr::Not(_)
    ) {
        return None;
    }
    string_as_boolean::diagnostic(context, condition, known)
        .or_else(|| constant_condition::diagnostic(context, condition, known))
}

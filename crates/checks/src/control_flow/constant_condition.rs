//! Conditions that are always true, or always false.

use puppet_diagnostics::{Safety, Subject, declare_rule};
use puppet_eval::operators::is_true;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::infer::Inferred;

declare_rule! {
    /// A condition is always true, or always false.
    pub CONSTANT_CONDITION = { code: "C402", name: "constant-condition", level: Warning, fix: Safe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable().filter(|it| !context.is_in_query(it.id)) {
        match it.expr {
            Expr::If { test, .. } | Expr::Unless { test, .. } | Expr::Not(test) => {
                out.extend(judge(context, *test));
            }
            Expr::And { left, right } | Expr::Or { left, right } => {
                out.extend(judge(context, *left));
                out.extend(judge(context, *right));
            }
            _ => {}
        }
    }
}

fn judge(context: &Context<'_>, condition: ExprId) -> Option<BodyDiagnostic> {
    let known = context.inference.known(condition);
    let inner = context.body.without_parentheses(condition);
    // What is made of conditions is judged by its parts.
    if matches!(
        context.body.expr(inner),
        Expr::And { .. } | Expr::Or { .. } | Expr::Not(_)
    ) {
        return None;
    }
    if is_string(known) {
        return Some(string(context, condition, known));
    }
    let value = known.value().filter(|_| is_literal(context, condition))?;
    let always = is_true(value);
    let message = format!("Condition is always {always}");
    let rule = &CONSTANT_CONDITION;
    let finding = BodyDiagnostic::new(rule, Anchor::Expr(condition), message);
    Some(finding.with_subject(Subject::Always(always)))
}

/// Nothing in it can have another value in another place.
fn is_literal(context: &Context<'_>, expr: ExprId) -> bool {
    context.body.preorder(expr).entered().all(|(_, expr)| {
        !matches!(
            expr,
            Expr::Variable(_)
                | Expr::CallNamedFunction { .. }
                | Expr::CallMethod { .. }
                | Expr::QualifiedReference(_)
                | Expr::Assignment { .. }
        )
    })
}

/// Whether an expression is an operand of `and` or `or`.
fn is_operand(context: &Context<'_>, operand: ExprId) -> bool {
    context.body.exprs().any(|(_, expr)| {
        matches!(expr, Expr::And { left, right } | Expr::Or { left, right } if [*left, *right].contains(&operand))
    })
}

fn is_string(known: &Inferred) -> bool {
    match known {
        Inferred::Value(value) => matches!(value, Value::String(_)),
        Inferred::Type(ty) => matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_)),
    }
}

fn string(context: &Context<'_>, condition: ExprId, known: &Inferred) -> BodyDiagnostic {
    let value = known.value().and_then(Value::as_str);
    let message = "Condition is always true: every string is true in Puppet, also ''";
    let finding = BodyDiagnostic::new(&rules::STRING_AS_BOOLEAN, Anchor::Expr(condition), message);
    let inner = context
        .body
        .expr(context.body.without_parentheses(condition));
    match (value, inner) {
        (Some(value @ ("true" | "false")), Expr::LiteralString(_)) => {
            finding.with_fix(BodyFix::replace(
                format!("Replace with the Boolean `{value}`"),
                Safety::Unsafe,
                Anchor::Expr(condition),
                value,
            ))
        }
        (Some(word), Expr::QualifiedName(_)) => {
            finding.with_help(format!("Did you mean the variable `${word}`?"))
        }
        (Some(value), Expr::LiteralString(_)) if is_operand(context, condition) => finding
            .with_help(format!(
                "Compare each value: `$x in ['a', '{value}']` instead of `$x == 'a' or '{value}'`"
            )),
        _ => finding.with_help("Compare it: `$x == 'true'`, or `$x != ''`"),
    }
}

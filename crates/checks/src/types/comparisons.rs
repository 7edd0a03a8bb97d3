//! Comparisons and matches whose result the types of the operands decide.

use puppet_diagnostics::Severity;
use puppet_hir::model::{ComparisonOperator, Expr, ExprId, MatchOperator};
use puppet_types::{Type, Value};

use crate::types::{impossible_comparison, redundant_test};
use puppet_inference::body_context::Context;
use puppet_inference::infer::{may_be, may_differ, may_equal};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::Inferred;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    // The query of a collector compares attributes of resources.
    for it in context.reachable().filter(|it| !context.is_in_query(it.id)) {
        match it.expr {
            Expr::Comparison {
                operator: operator @ (ComparisonOperator::Equal | ComparisonOperator::NotEqual),
                left,
                right,
            } => {
                out.extend(check_equal(context, it.id, *operator, *left, *right));
                out.extend(check_equal(context, it.id, *operator, *right, *left));
            }
            Expr::Match {
                operator,
                left,
                right,
            } => out.extend(check_match(context, it.id, *operator, *left, *right)),
            _ => {}
        }
    }
}

/// A value of which only the type is known, compared with one that is known.
fn check_equal(
    context: &Context<'_>,
    id: ExprId,
    operator: ComparisonOperator,
    left: ExprId,
    right: ExprId,
) -> Option<BodyDiagnostic> {
    let known @ Inferred::Type(ty) = context.inference.result(left) else {
        return None;
    };
    let value = context.inference.result(right).value()?;
    if is_decided(ty) || may_equal(&context.names, known, value) {
        return None;
    }
    let always = operator == ComparisonOperator::NotEqual;
    Some(match is_nothing(value) {
        // Tests for nothing are made to be on the safe side.
        true => redundant_test::emptiness_test(id, ty, value, always),
        false => {
            let diagnostic =
                impossible_comparison::value_comparison(&context.names, id, (ty, value), always);
            match value.as_str().is_none() && is_tested_beside(context, id, left) {
                true => diagnostic.with_severity(Severity::Hint),
                false => diagnostic,
            }
        }
    })
}

/// Whether the other operand of an `and` or `or` tests the same variable: for types that it once had, code has further
/// operands.
fn is_tested_beside(context: &Context<'_>, comparison: ExprId, variable: ExprId) -> bool {
    let body = context.body;
    let Some(name) = body.variable_name(variable) else {
        return false;
    };
    let reads = |operand: ExprId| {
        let mut exprs = body.preorder(operand).entered();
        exprs.any(|(id, _)| body.variable_name(id) == Some(name))
    };
    context.reachable().any(|it| match it.expr {
        Expr::And { left, right } | Expr::Or { left, right } => {
            let is_it = |operand: ExprId| body.without_parentheses(operand) == comparison;
            is_it(*left) && reads(*right) || is_it(*right) && reads(*left)
        }
        _ => false,
    })
}

/// A value of which only the type is known, matched with a type.
fn check_match(
    context: &Context<'_>,
    id: ExprId,
    operator: MatchOperator,
    left: ExprId,
    right: ExprId,
) -> Option<BodyDiagnostic> {
    let known @ Inferred::Type(ty) = context.inference.result(left) else {
        return None;
    };
    let Value::Type(wanted) = context.inference.result(right).value()? else {
        return None;
    };
    let is_match = operator == MatchOperator::Match;
    if !may_be(&context.names, known, wanted) {
        let is_test = *wanted != Type::Undef;
        return is_test.then(|| impossible_comparison::type_comparison(id, ty, wanted, !is_match));
    }
    let is_always = !may_differ(&context.names, known, wanted);
    is_always.then(|| redundant_test::type_test(id, ty, wanted, is_match))
}

/// The type of a condition whose truth is known: it is reported itself.
pub(crate) fn is_decided(ty: &Type) -> bool {
    matches!(ty, Type::Boolean(Some(_)))
}

/// `undef`, or the empty string.
pub(crate) fn is_nothing(value: &Value) -> bool {
    *value == Value::Undef || value.as_str() == Some("")
}

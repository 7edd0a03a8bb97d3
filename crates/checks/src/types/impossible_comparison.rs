//! Comparisons and matches whose result the types of the operands decide.

use puppet_diagnostics::{Subject, declare_rule};
use puppet_hir::model::{ComparisonOperator, Expr, ExprId, MatchOperator};
use puppet_types::{Type, TypeContext, Value};

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::{closest, literal_label, type_label, value_label};
use puppet_semantic::infer::{Inferred, choice_of, may_be, may_differ, may_equal};

declare_rule! {
    /// Values of these types are never equal, or never match.
    pub IMPOSSIBLE_COMPARISON = {
        code: "T212", name: "impossible-comparison",
        levels: [Off, Warning, Error], fix: Unsafe,
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
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
    let known @ Inferred::Type(ty) = context.inference.known(left) else {
        return None;
    };
    let value = context.inference.known(right).value()?;
    if may_equal(&context.names, known, value) {
        return None;
    }
    let always = operator == ComparisonOperator::NotEqual;
    // Tests for nothing are made to be on the safe side.
    if is_nothing(value) {
        let never = match value {
            Value::Undef => "undef",
            _ => "an empty string",
        };
        let (rule, label) = (&rules::REDUNDANT_TEST, value_label(ty));
        let message = format!("Condition is always {always}: {label} is never {never}");
        let finding = BodyDiagnostic::new(rule, Anchor::Expr(id), message);
        return Some(finding.with_subject(Subject::Always(always)));
    }
    let other = literal_label(value)
        .unwrap_or_else(|| value_label(&puppet_types::infer(&context.names, value)));
    let message = format!(
        "Comparison is always {always}: {} never equals {other}",
        value_label(ty)
    );
    let finding = BodyDiagnostic::new(&IMPOSSIBLE_COMPARISON, Anchor::Expr(id), message);
    Some(similar(&context.names, finding, ty, value))
}

/// A value of which only the type is known, matched with a type.
fn check_match(
    context: &Context<'_>,
    id: ExprId,
    operator: MatchOperator,
    left: ExprId,
    right: ExprId,
) -> Option<BodyDiagnostic> {
    let known @ Inferred::Type(ty) = context.inference.known(left) else {
        return None;
    };
    let Value::Type(wanted) = context.inference.known(right).value()? else {
        return None;
    };
    if !may_be(&context.names, known, wanted) {
        if *wanted == Type::Undef {
            return None;
        }
        let message = format!(
            "Comparison is always {}: {} is never of type {}",
            operator != MatchOperator::Match,
            value_label(ty),
            type_label(wanted)
        );
        let rule = &IMPOSSIBLE_COMPARISON;
        return Some(BodyDiagnostic::new(rule, Anchor::Expr(id), message));
    }
    if may_differ(&context.names, known, wanted) {
        return None;
    }
    let always = operator == MatchOperator::Match;
    let (label, wanted) = (value_label(ty), type_label(wanted));
    let message = format!("Condition is always {always}: {label} is always of type {wanted}");
    let finding = BodyDiagnostic::new(&rules::REDUNDANT_TEST, Anchor::Expr(id), message);
    Some(finding.with_subject(Subject::Always(always)))
}

/// `undef`, or the empty string.
pub fn is_nothing(value: &Value) -> bool {
    *value == Value::Undef || value.as_str() == Some("")
}

/// With the value of an `Enum` that may be meant.
pub fn similar(
    context: &dyn TypeContext,
    finding: BodyDiagnostic,
    ty: &Type,
    value: &Value,
) -> BodyDiagnostic {
    let Value::String(text) = value else {
        return finding;
    };
    let choice = choice_of(context, &Inferred::Type(ty.clone())).unwrap_or_default();
    let values = choice.iter().filter_map(|it| it.strip_prefix('\''));
    let values = values.filter_map(|it| it.strip_suffix('\''));
    finding.with_closest(closest(text, values))
}

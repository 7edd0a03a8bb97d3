//! Operators, and parameters of types, that fail on the values that they always get.

use puppet_diagnostics::{Rule, Severity, declare_rule};
use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{ArithmeticOperator, Body, DefinitionKind, Expr, ExprId};
use puppet_types::{Named, Type, Value};

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::infer::{Failure, Inference};
use puppet_semantic::target_versions::targets;
use puppet_semantic::types::alias::alias_of;

declare_rule! {
    /// An operator is not defined for values of these types.
    pub OPERATOR_TYPE_MISMATCH = { code: "T206", name: "operator-type-mismatch", level: Error }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    // The right side of an alias is no expression: what reads it refuses less than the operator `[]`.
    if context.body.definition().kind() == DefinitionKind::TypeAlias
        && !matches!(
            alias_of(context.db, context.environment(), context.item),
            Named::Invalid(_)
        )
    {
        return;
    }
    for failure in context.inference.failures() {
        if is_call(context.body.expr(failure.expr)) || context.is_in_query(failure.expr) {
            continue;
        }
        let blamed = blamed(context.body, failure);
        let rule = rule(context.body, context.inference, failure);
        let finding = BodyDiagnostic::new(rule, Anchor::Expr(blamed), failure.message.clone())
            .with_issue(failure.issue.code());
        let mut finding = with_first_assignment(context, failure, finding);
        finding.help = help(context, failure);
        out.push(match may_be_coerced(context, failure, blamed) {
            true => finding.with_severity(Severity::Warning),
            false => finding,
        });
    }
}

/// With the place at which a variable was assigned first that is assigned again.
fn with_first_assignment(
    context: &Context<'_>,
    failure: &Failure,
    finding: BodyDiagnostic,
) -> BodyDiagnostic {
    let Some(name) = context.body.variable_name(failure.expr) else {
        return finding;
    };
    if failure.issue != Issue::IllegalReassignment {
        return finding;
    }
    let assignments = context.inference.assignments(failure.expr);
    if let Some(first) = assignments.and_then(|it| it.targets.first()) {
        return finding.with_related(
            context.item,
            Anchor::Expr(*first),
            "It is assigned here first",
        );
    }
    let mut parameters = context.body.parameters().iter();
    match parameters.find(|parameter| parameter.name == *name) {
        Some(parameter) => {
            let at = Anchor::PartName(parameter.part);
            finding.with_related(context.item, at, "It is a parameter")
        }
        None => finding,
    }
}

/// What to write instead of an operation on strings as if they were numbers.
fn help(context: &Context<'_>, failure: &Failure) -> Option<String> {
    let is_string = |id: &ExprId| {
        let ty = context.inference.known(*id).ty(&context.names);
        matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_))
    };
    match (failure.issue, context.body.expr(failure.expr)) {
        (Issue::NumericCoercion, _) => Some("Use Integer(...) to convert the string".to_owned()),
        (
            Issue::NotNumeric,
            Expr::Arithmetic {
                operator: ArithmeticOperator::Add,
                left,
                right,
            },
        ) if is_string(left) || is_string(right) => {
            Some(r#"Use interpolation to join strings: "${a}${b}""#.to_owned())
        }
        _ => None,
    }
}

/// Puppet 7 takes texts of numbers as numbers, and the text here is not known.
fn may_be_coerced(context: &Context<'_>, failure: &Failure, blamed: ExprId) -> bool {
    failure.issue == Issue::NumericCoercion
        && context.inference.known(blamed).value().is_none()
        && targets(context.db, context.item.file)
            .iter()
            .any(|target| target.includes_series(7))
}

/// Calls that fail are reported by another check.
pub fn is_call(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::CallNamedFunction { .. } | Expr::CallMethod { .. }
    )
}

fn rule(body: &Body, inference: &Inference, failure: &Failure) -> &'static Rule {
    match failure.issue {
        Issue::NumericCoercion => return &rules::IMPLICIT_NUMBER_COERCION,
        Issue::UnmatchedSelector => return &rules::SELECTOR_MAY_NOT_MATCH,
        Issue::IllegalReassignment => return &rules::REASSIGNED_VARIABLE,
        Issue::IllegalReservedAssignment => return &rules::INVALID_ASSIGNMENT,
        _ => {}
    }
    match body.expr(failure.expr) {
        Expr::Access { left, .. }
            if matches!(inference.known(*left).value(), Some(Value::Type(_))) =>
        {
            &rules::INVALID_TYPE_ARGUMENT
        }
        _ => &OPERATOR_TYPE_MISMATCH,
    }
}

/// The part of an operation that is to blame.
fn blamed(body: &Body, failure: &Failure) -> ExprId {
    let whole = failure.expr;
    match (body.expr(whole), failure.blame) {
        (
            Expr::Arithmetic { left, right, .. }
            | Expr::Comparison { left, right, .. }
            | Expr::Match { left, right, .. }
            | Expr::In { left, right },
            blame,
        ) => match blame {
            ErrorLocation::Left => *left,
            ErrorLocation::Right => *right,
            ErrorLocation::Whole | ErrorLocation::Key(_) => whole,
        },
        (Expr::Access { left, .. }, ErrorLocation::Left) => *left,
        (Expr::Access { keys, .. }, ErrorLocation::Key(index)) => {
            keys.get(index).copied().unwrap_or(whole)
        }
        _ => whole,
    }
}

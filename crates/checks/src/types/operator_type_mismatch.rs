//! Operators that are not defined for the values that they always get.

use puppet_diagnostics::declare_rule;
use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{
    ArithmeticOperator, AssignmentOperator, Body, ComparisonOperator, Expr, ExprId, MatchOperator,
};
use puppet_types::{IntegerRange, Type};

use crate::runner::Context;
use crate::types::possible::{self, Expectation};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::infer::Failure;
use puppet_semantic::infer::refused_operands::refused_operands;
use puppet_types::inferred::fit::Refused;

declare_rule! {
    /// An operator is not defined for values of these types.
    pub OPERATOR_TYPE_MISMATCH = { code: "T206", name: "operator-type-mismatch", level: Error, fix: Unsafe }
}

/// Operands that may be what the operator refuses.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Assignment {
            operator: AssignmentOperator::Assign,
            left,
            right,
        } = it.expr
        {
            out.extend(check_assignment(context, *left, *right));
            continue;
        }
        let Some(operator) = symbol(it.expr) else {
            continue;
        };
        if context.is_in_query(it.id) {
            continue;
        }
        let expectation = Expectation::new(None, format!("operator '{operator}'"));
        let known = |id| context.inference.known(id);
        for mut operand in refused_operands(&context.names, it.expr, known) {
            // What may be undef before `[]` has a rule of its own.
            if matches!(it.expr, Expr::Access { left, .. } if *left == operand.expr) {
                operand.members.retain(|member| *member != Type::Undef);
            }
            let (rule, at) = (&OPERATOR_TYPE_MISMATCH, operand.expr);
            let refused = Refused::members(operand.members);
            let found = possible::members_diagnostic(context, rule, at, refused, &expectation);
            out.extend(found);
        }
    }
}

/// `[$a, $b] = $values`
fn check_assignment(context: &Context<'_>, left: ExprId, right: ExprId) -> Option<BodyDiagnostic> {
    let Expr::LiteralList(targets) = context.body.expr(left) else {
        return None;
    };
    let size = IntegerRange::with_len(targets.len());
    let known = context.inference.known(right).ty(&context.names);
    let mut expected = vec![Type::array_of(Type::Any, size)];
    // Which keys any other hash has is not known.
    if !matches!(known, Type::Hash(_)) {
        expected.push(Type::hash());
    }
    expected.push(Type::Type(None));
    let expected = Type::variant_of(expected);
    let expectation = Expectation::new(
        Some(&expected),
        format!("an assignment to {} variables", targets.len()),
    );
    let is_list = targets.len() > 1;
    is_list
        .then(|| possible::diagnostic(context, &OPERATOR_TYPE_MISMATCH, right, &expectation))
        .flatten()
}

/// An operator that refuses some operands, as it is written.
fn symbol(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::Arithmetic { operator, .. } => match operator {
            ArithmeticOperator::Add => "+",
            ArithmeticOperator::Subtract => "-",
            ArithmeticOperator::Multiply => "*",
            ArithmeticOperator::Divide => "/",
            ArithmeticOperator::Modulo => "%",
            ArithmeticOperator::ShiftLeft => "<<",
            ArithmeticOperator::ShiftRight => ">>",
        },
        Expr::Comparison { operator, .. } => match operator {
            ComparisonOperator::Less => "<",
            ComparisonOperator::LessOrEqual => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::GreaterOrEqual => ">=",
            ComparisonOperator::Equal | ComparisonOperator::NotEqual => return None,
        },
        Expr::Match { operator, .. } => match operator {
            MatchOperator::Match => "=~",
            MatchOperator::NoMatch => "!~",
        },
        Expr::UnaryMinus(_) => "-",
        Expr::Access { .. } => "[]",
        _ => return None,
    })
}

/// How strings are joined: `+` adds numbers.
pub(crate) fn help(context: &Context<'_>, failure: &Failure) -> Option<&'static str> {
    let is_string = |id: &ExprId| {
        let ty = context.inference.known(*id).ty(&context.names);
        matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_))
    };
    match context.body.expr(failure.expr) {
        Expr::Arithmetic {
            operator: ArithmeticOperator::Add,
            left,
            right,
        } if failure.issue == Issue::NotNumeric && (is_string(left) || is_string(right)) => {
            Some(r#"Use interpolation to join strings: "${a}${b}""#)
        }
        _ => None,
    }
}

/// The part of an operation that is to blame.
pub(crate) fn blamed(body: &Body, failure: &Failure) -> ExprId {
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

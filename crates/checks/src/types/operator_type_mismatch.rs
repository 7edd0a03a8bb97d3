//! Operators that are not defined for the values that they always get.

use puppet_diagnostics::declare_rule;
use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{ArithmeticOperator, Body, Expr, ExprId};
use puppet_types::Type;

use crate::runner::Context;
use puppet_semantic::infer::Failure;

declare_rule! {
    /// An operator is not defined for values of these types.
    pub OPERATOR_TYPE_MISMATCH = { code: "T206", name: "operator-type-mismatch", level: Error }
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

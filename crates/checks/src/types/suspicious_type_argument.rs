//! Arguments of types that are computed, and hardly meant so: `Integer[1-3]`.

use puppet_diagnostics::{Safety, declare_rule};
use puppet_hir::model::{ArithmeticOperator, Expr, ExprId};
use puppet_types::Value;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};

declare_rule! {
    /// A type has a computed parameter that looks like a typo, as in `Integer[1-3]`.
    pub SUSPICIOUS_TYPE_ARGUMENT = {
        code: "T207", name: "suspicious-type-argument",
        level: Warning, fix: Unsafe,
        help: "Hover the name of the type to see what its arguments mean",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Access { left, keys } = it.expr
            && matches!(context.body.expr(*left), Expr::QualifiedReference(_))
        {
            out.extend(keys.iter().filter_map(|key| difference(context, *key)));
        }
    }
}

/// `Integer[1-3]`: a difference, where two arguments were meant.
fn difference(context: &Context<'_>, key: ExprId) -> Option<BodyDiagnostic> {
    let Expr::Arithmetic {
        operator: ArithmeticOperator::Subtract,
        left,
        right,
    } = context.body.expr(key)
    else {
        return None;
    };
    let literal = |id: ExprId| match (context.body.expr(id), context.inference.result(id).value()) {
        (Expr::LiteralInteger { .. }, Some(Value::Integer(value))) => Some(*value),
        _ => None,
    };
    let (from, to) = (literal(*left)?, literal(*right)?);
    let message = format!(
        "Subtraction gives the number {}, not the range from {from} to {to}",
        from.checked_sub(to)?
    );
    Some(
        BodyDiagnostic::new(&SUSPICIOUS_TYPE_ARGUMENT, Anchor::Expr(key), message).with_fix(
            BodyFix::replace(
                format!("Replace with `{from}, {to}`"),
                Safety::Unsafe,
                Anchor::Expr(key),
                format!("{from}, {to}"),
            ),
        ),
    )
}

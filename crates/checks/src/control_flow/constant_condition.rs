//! Conditions of literals: they are always true, or always false.

use puppet_diagnostics::{Subject, declare_rule};
use puppet_eval::operators::is_true;
use puppet_hir::model::{Expr, ExprId};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A condition is always true, or always false.
    pub CONSTANT_CONDITION = { code: "C402", name: "constant-condition", level: Warning, fix: Safe }
}

/// A condition that is a literal.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    condition: ExprId,
    known: &Inferred,
) -> Option<BodyDiagnostic> {
    let value = known.value().filter(|_| is_literal(context, condition))?;
    let always = is_true(value);
    let message = format!("Condition is always {always}");
    let diagnostic = BodyDiagnostic::new(&CONSTANT_CONDITION, Anchor::Expr(condition), message);
    Some(diagnostic.with_subject(Subject::Always(always)))
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

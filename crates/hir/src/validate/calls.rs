//! Callees of calls, and the left sides of accesses.

use crate::model::{Expr, ExprId};

use super::{BodyScope, Checker, IssueAnchor, IssueCode};

impl<'a> Checker<'a> {
    /// A call: of a function, or of a type.
    pub(super) fn call(&mut self, scope: &BodyScope<'a>, id: ExprId, functor: ExprId) {
        match scope.body.expr(functor) {
            Expr::QualifiedName(_) | Expr::QualifiedReference(_) | Expr::Missing => {}
            Expr::Access { left, .. } if matches!(scope.body.expr(*left), Expr::QualifiedReference(_)) => {}
            Expr::RenderString(_) => self.report(scope, IssueAnchor::Expr(id), IssueCode::IllegalEppParameters, |_| {
                "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace".to_owned()
            }),
            _ => self.illegal_expression(scope, functor, "function name", scope.body.expr(id)),
        }
    }

    /// The name after a dot.
    pub(super) fn method_name(&mut self, scope: &BodyScope<'a>, name: ExprId) {
        if !matches!(
            scope.body.expr(name),
            Expr::QualifiedName(_) | Expr::Missing
        ) {
            let container = scope.parent().unwrap_or(&Expr::Nop);
            self.illegal_expression(scope, name, "function name", container);
        }
    }

    /// `[…]` has a key.
    pub(super) fn access(&mut self, scope: &BodyScope<'a>, id: ExprId, keys: &[ExprId]) {
        if keys.is_empty() {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::MissingIndex,
                |_| "Expected a key in the brackets".to_owned(),
            );
        }
    }
}

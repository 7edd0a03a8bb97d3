//! Callees of calls, and the left sides of accesses.

use crate::model::{Expr, ExprId};

use super::{Anchor, Checker, IssueCode, Scope};

impl<'a> Checker<'a> {
    /// A call: of a function, or of a type.
    pub(super) fn call(&mut self, scope: &Scope<'a>, id: ExprId, functor: ExprId) {
        match scope.body.expr(functor) {
            Expr::QualifiedName(_) | Expr::QualifiedReference(_) | Expr::Missing => {}
            Expr::Access { left, .. } if matches!(scope.body.expr(*left), Expr::QualifiedReference(_)) => {}
            Expr::RenderString(_) => self.report(scope, Anchor::Expr(id), IssueCode::IllegalEppParameters, |_| {
                "Template parameters must come first: write <%- | … | -%>, so that no text precedes them".to_owned()
            }),
            _ => self.report(scope, Anchor::Expr(functor), IssueCode::IllegalExpression, |labels| {
                format!("Expected a function name, found {}", labels.expr(functor))
            }),
        }
    }

    /// The name after a dot.
    pub(super) fn method_name(&mut self, scope: &Scope<'a>, name: ExprId) {
        if !matches!(
            scope.body.expr(name),
            Expr::QualifiedName(_) | Expr::Missing
        ) {
            self.report(
                scope,
                Anchor::Expr(name),
                IssueCode::IllegalExpression,
                |labels| format!("Expected a function name, found {}", labels.expr(name)),
            );
        }
    }

    /// `[…]` has a key.
    pub(super) fn access(&mut self, scope: &Scope<'a>, id: ExprId, keys: &[ExprId]) {
        if keys.is_empty() {
            self.report(scope, Anchor::Expr(id), IssueCode::MissingIndex, |_| {
                "Expected a key in the brackets".to_owned()
            });
        }
    }
}

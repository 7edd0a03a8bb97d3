//! Expressions that are used as values must have one: collectors and definitions have none.

use crate::model::{Expr, ExprId};

use crate::label::a_an_uc;
use crate::validate::{BodyScope, Checker, IssueAnchor, IssueCode};

impl<'a> Checker<'a> {
    /// An expression whose value is used.
    ///
    /// What stands in parentheses or after an operator with one operand is checked with that operand.
    pub(super) fn value(&mut self, scope: &BodyScope<'a>, id: ExprId) {
        if matches!(
            scope.body.expr(id),
            Expr::Collect { .. } | Expr::Definition(_)
        ) {
            self.report(
                scope,
                IssueAnchor::Expr(id),
                IssueCode::NotRvalue,
                |labels| {
                    format!(
                        "Invalid use of expression. {} does not produce a value",
                        a_an_uc(&labels.expr(id))
                    )
                },
            );
        }
    }

    /// The two sides of an arrow: collectors are allowed, and other relationships.
    pub(super) fn relationship(
        &mut self,
        scope: &BodyScope<'a>,
        id: ExprId,
        left: ExprId,
        right: ExprId,
    ) {
        if self.only_in_apply(scope, id) {
            return;
        }
        for side in [left, right] {
            if !matches!(scope.body.expr(side), Expr::Collect { .. }) {
                self.value(scope, side);
            }
        }
    }
}

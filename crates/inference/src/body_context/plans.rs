//! The blocks of `apply` and the targets, which only plans have.

use puppet_db::is_plan;
use puppet_hir::model::{Expr, ExprId};
use rustc_hash::FxHashSet;

use crate::body_context::Context;

impl Context<'_> {
    /// Whether an expression of a plan stands in the block of an `apply`, which is compiled for its targets.
    pub fn is_applied(&self, expr: ExprId) -> bool {
        let applied = self.applied.get_or_init(|| self.read_applied());
        applied.contains(&expr)
    }

    /// Whether an expression of a plan is a parameter for targets.
    pub fn are_targets(&self, expr: ExprId) -> bool {
        let Some(name) = self.body.variable_name(expr) else {
            return false;
        };
        let mut parameters = self.body.parameters().iter();
        let parameter = parameters.find(|it| it.name == *name);
        let ty = parameter.and_then(|it| it.type_expr);
        ty.is_some_and(|ty| match self.body.expr(ty) {
            Expr::QualifiedReference(name) => name.ends_with("TargetSpec"),
            _ => false,
        })
    }

    fn read_applied(&self) -> FxHashSet<ExprId> {
        if !is_plan(self.item.file.path(self.db)) {
            return FxHashSet::default();
        }
        let blocks = self.body.exprs().filter_map(|(_, expr)| match expr {
            Expr::Apply { body, .. } => *body,
            _ => None,
        });
        blocks
            .flat_map(|block| self.body.preorder(block).entered())
            .map(|(id, _)| id)
            .collect()
    }
}

//! Labels of the nodes of a body in messages: a definition is named by its kind.

use std::borrow::Cow;

use crate::label::{definition_label, expr_label};
use crate::model::{Body, BodyId, Expr, ExprId, Program};

/// Names of the nodes of a body.
pub(super) struct Labels<'a> {
    pub(super) program: &'a Program,
    pub(super) id: BodyId,
    pub(super) body: &'a Body,
}

impl Labels<'_> {
    /// An expression: "Variable", "Reserved Word 'attr'".
    pub(super) fn expr(&self, id: ExprId) -> Cow<'static, str> {
        match self.body.expr(id) {
            Expr::Definition(index) => {
                let id = self.program.definition(self.id, *index);
                let body = id.and_then(|id| self.program.body(id));
                let label = body.map(|body| definition_label(body.definition()));
                Cow::Borrowed(label.unwrap_or("Definition"))
            }
            other => expr_label(other),
        }
    }
}

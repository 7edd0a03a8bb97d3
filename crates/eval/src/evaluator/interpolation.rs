//! Interpolated strings and heredocs.

use puppet_hir::{Expr, ExprId};
use puppet_types::Value;

use crate::error::Unknown;
use crate::evaluator::{EvalResult, Evaluator, Unwind};
use crate::to_string;

impl Evaluator<'_> {
    pub(super) fn concatenate(&mut self, segments: &[ExprId]) -> EvalResult<Value> {
        let mut whole = String::new();
        let mut is_known = Ok(());
        for &segment in segments {
            let value = match self.operand(segment)? {
                Ok(value) => value,
                Err(_) => {
                    is_known = Err(Unknown::Text);
                    continue;
                }
            };
            let part = to_string::interpolated(&*self.definitions, &value);
            self.budget.allocate(part.len())?;
            whole.push_str(&part);
        }
        is_known?;
        Ok(Value::from(whole))
    }

    /// `${inner}`; a bare name is a variable's.
    pub(super) fn interpolate(&mut self, id: ExprId, inner: ExprId) -> EvalResult<String> {
        let body = self.body.clone();
        let value = match body.expr(inner) {
            Expr::QualifiedName(name) => self.variable_value(id, name)?,
            _ => self.evaluate(inner)?,
        };
        Ok(to_string::interpolated(&*self.definitions, &value))
    }

    pub(super) fn heredoc(&mut self, syntax: Option<&str>, text: ExprId) -> EvalResult<Value> {
        let value = self.evaluate(text)?;
        // Text with interpolations is checked when it is known; the checkers of its syntax are not part of this.
        match (syntax, self.body.expr(text)) {
            (Some(syntax), expr)
                if !syntax.is_empty() && !matches!(expr, Expr::LiteralString(_)) =>
            {
                Err(Unwind::Unknown(Unknown::Function))
            }
            _ => Ok(value),
        }
    }
}

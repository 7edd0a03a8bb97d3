//! Calls of functions and methods.

use puppet_hir::{Expr, ExprId};
use puppet_types::Value;

use super::{Block, Evaluated, Evaluator, Stop};
use crate::failure::Unknown;
use crate::functions;
use crate::issue::Issue;
use crate::label;
use crate::options::World;

impl Evaluator<'_> {
    pub(super) fn call_named(
        &mut self,
        id: ExprId,
        functor: ExprId,
        arguments: &[ExprId],
        lambda: Option<ExprId>,
    ) -> Evaluated<Value> {
        let body = self.body.clone();
        let is_type = |id: ExprId| matches!(body.expr(id), Expr::QualifiedReference(_));
        let block = self.block_of(lambda);
        match body.expr(functor) {
            Expr::QualifiedName(name) => {
                let arguments = self.unfolded(arguments)?;
                self.call_function(id, name, arguments, block.as_ref())
            }
            Expr::Access { left, .. } if is_type(*left) => {
                self.instantiate(id, functor, arguments, block.as_ref())
            }
            _ if is_type(functor) => self.instantiate(id, functor, arguments, block.as_ref()),
            Expr::RenderString(_) => {
                let message = "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace";
                Err(self.error(id, Issue::IllegalEppParameters, message))
            }
            _ => Err(self.unacceptable(id, functor, "function name")),
        }
    }

    /// `Type(…)` is `Type.new(…)`.
    fn instantiate(
        &mut self,
        id: ExprId,
        functor: ExprId,
        arguments: &[ExprId],
        block: Option<&Block>,
    ) -> Evaluated<Value> {
        let mut values = vec![self.evaluate(functor)?];
        self.unfold_into(&mut values, arguments)?;
        self.call_function(id, "new", values, block)
    }

    pub(super) fn call_method(
        &mut self,
        id: ExprId,
        functor: ExprId,
        arguments: &[ExprId],
        lambda: Option<ExprId>,
    ) -> Evaluated<Value> {
        let body = self.body.clone();
        let Expr::NamedAccess { left, right } = body.expr(functor) else {
            return Err(self.unacceptable(id, functor, "function accessor"));
        };
        let mut values = self.unfolded(&[*left])?;
        let Expr::QualifiedName(name) = body.expr(*right) else {
            return Err(self.unacceptable(id, *right, "function name"));
        };
        if let Some(Value::Object(object)) = values.first() {
            if let Some(value) = object.attributes.get(name) {
                return Ok(value.clone());
            }
            // A function of the object, or a derived attribute.
            return Err(Unknown::Function.into());
        }
        let block = self.block_of(lambda);
        self.unfold_into(&mut values, arguments)?;
        self.call_function(id, name, values, block.as_ref())
    }

    fn unacceptable(&self, id: ExprId, part: ExprId, feature: &str) -> Stop {
        let expression = label::a_an_uc(&self.label(part));
        let container = label::a_an(&self.label(id));
        let message =
            format!("Illegal expression. {expression} is unacceptable as {feature} in {container}");
        self.error(part, Issue::IllegalExpression, message)
    }

    /// Calls a function by its name.
    pub fn call_function(
        &mut self,
        id: ExprId,
        name: &str,
        arguments: Vec<Value>,
        block: Option<&Block>,
    ) -> Evaluated<Value> {
        if let Some(result) = self.call_known_function(id, name, arguments, block) {
            return result;
        }
        match self.options.world {
            World::Open => Err(Unknown::Definition.into()),
            World::Closed => Err(self.error(
                id,
                Issue::UnknownFunction,
                format!("Unknown function: '{name}'."),
            )),
        }
    }

    /// Calls a function that Puppet or the program defines; none if there is no such function.
    pub fn call_known_function(
        &mut self,
        id: ExprId,
        name: &str,
        arguments: Vec<Value>,
        block: Option<&Block>,
    ) -> Option<Evaluated<Value>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(function) = functions::find(name) {
            return Some(functions::call(self, function, id, arguments, block));
        }
        self.definitions
            .function(name)
            .map(|body| self.call_defined(body, arguments, block))
    }
}

//! Calls of lambdas and of the program's functions (`Puppet::Pops::Evaluator::Closure`).

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use puppet_hir::model::Parameter;
use puppet_hir::{Body, BodyId, BodyOwner, Expr, ExprId};
use puppet_types::{
    CallableType, GivenArgument, HashValue, IntegerRange, Range, StructElement, StructKey,
    StructType, TupleType, Type, Value,
};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::{EvalResult, Evaluator, Slot, Unwind};
use crate::evaluate_source::TEMPLATE;
use crate::evaluation_result::{EvaluationError, Place, Site};
use crate::evaluator::unwind::JumpKind;
use crate::functions::signature::{self, Callee};
use crate::issue::Issue;
use crate::type_queries;

/// A lambda where it was written, or a function of the program.
#[derive(Debug, Clone)]
pub struct Block {
    body: Arc<Body>,
    body_id: BodyId,
    /// The lambda; none for a function, which is the whole body.
    lambda: Option<ExprId>,
    /// The type, when it was requested.
    callable: Rc<OnceCell<CallableType>>,
}

/// The parameters that have no value while a default value is evaluated.
#[derive(Debug, Clone)]
pub struct Unevaluated {
    depth: usize,
    names: Rc<FxHashSet<SmolStr>>,
    /// One of them that was read nevertheless.
    read: Option<SmolStr>,
}

/// Variables with their values, in the order of the parameters.
type Variables = Vec<(SmolStr, Value)>;

/// What a closure consists of.
struct ClosureParts<'a> {
    name: &'a str,
    parameters: &'a [Parameter],
    return_type: Option<ExprId>,
    statements: Option<ExprId>,
}

impl Block {
    fn parts(&self) -> ClosureParts<'_> {
        match self.lambda.map(|id| self.body.expr(id)) {
            Some(Expr::Lambda {
                parameters,
                return_type,
                body,
            }) => ClosureParts {
                name: "lambda",
                parameters,
                return_type: *return_type,
                statements: *body,
            },
            Some(_) => ClosureParts {
                name: "lambda",
                parameters: &[],
                return_type: None,
                statements: None,
            },
            None => ClosureParts {
                name: self.body.name().map_or("", |name| name.as_str()),
                parameters: self.body.parameters(),
                return_type: match self.body.definition() {
                    BodyOwner::Function { return_type, .. } => *return_type,
                    _ => None,
                },
                statements: self.body.root(),
            },
        }
    }

    /// The whole body of a definition.
    pub(super) fn definition(body: Arc<Body>, body_id: BodyId) -> Block {
        Block {
            body,
            body_id,
            lambda: None,
            callable: Rc::default(),
        }
    }

    /// The lambda that a template is.
    pub(super) fn template(body: Arc<Body>, lambda: ExprId) -> Block {
        Block {
            body,
            body_id: TEMPLATE,
            lambda: Some(lambda),
            callable: Rc::default(),
        }
    }

    /// The names of the parameters.
    pub fn parameter_names(&self) -> Vec<SmolStr> {
        self.parts()
            .parameters
            .iter()
            .map(|parameter| parameter.name.clone())
            .collect()
    }

    /// How many parameters there are; negative, as Ruby's arity, when any number of arguments may follow.
    pub fn arity(&self) -> isize {
        let parameters = self.parts().parameters;
        let required = parameters
            .iter()
            .filter(|it| it.value.is_none() && !it.captures_rest)
            .count();
        let required = isize::try_from(required).unwrap_or(isize::MAX);
        if parameters
            .iter()
            .any(|it| it.value.is_some() || it.captures_rest)
        {
            -required - 1
        } else {
            required
        }
    }
}

impl Evaluator<'_> {
    /// The lambda of a call, as a block.
    pub(super) fn block_of(&self, lambda: Option<ExprId>) -> Option<Block> {
        lambda.map(|id| Block {
            body: self.body.clone(),
            body_id: self.body_id,
            lambda: Some(id),
            callable: Rc::default(),
        })
    }

    /// Calls a function of the program: it sees only the top scope.
    pub(super) fn call_defined(
        &mut self,
        id: BodyId,
        arguments: Vec<Value>,
        block: Option<&Block>,
    ) -> EvalResult<Value> {
        let Some(body) = self.definitions.body(id) else {
            return Err(crate::Unknown::Definition.into());
        };
        let function = Block::definition(body, id);
        let suspended = self.scope.suspend();
        let result = self.call_function_closure(&function, arguments, block);
        self.scope.resume(suspended);
        match result {
            Err(Unwind::Jump(jump)) if jump.has_kind(JumpKind::Return) => Ok(jump.value),
            other => other,
        }
    }

    fn call_function_closure(
        &mut self,
        function: &Block,
        arguments: Vec<Value>,
        block: Option<&Block>,
    ) -> EvalResult<Value> {
        self.callable_type(function)?;
        let block_type = block.map(|block| self.block_type(block)).transpose()?;
        let callable = function
            .callable
            .get()
            .cloned()
            .unwrap_or_else(any_callable);
        let signature = callee(function, &callable);
        if !signature::accepts(
            &*self.definitions,
            &callable,
            &arguments,
            block_type.as_ref(),
        )? {
            let name = function.parts().name;
            let text = signature::mismatch(
                &*self.definitions,
                name,
                &[signature],
                &arguments,
                block_type.as_ref(),
            )?;
            return Err(Unwind::Raised(text));
        }
        self.call_block(function, arguments)
    }

    /// The type of a block as `Callable`.
    pub fn block_type(&mut self, block: &Block) -> EvalResult<Type> {
        self.callable_type(block)?;
        Ok(Type::callable_of(
            block.callable.get().cloned().unwrap_or_else(any_callable),
        ))
    }

    /// Calls a lambda, or the body of a function, with arguments.
    pub fn call_block(&mut self, block: &Block, arguments: Vec<Value>) -> EvalResult<Value> {
        self.evaluate_within(block, |this| {
            let parts = block.parts();
            let (variables, given) = this.bind(&parts, arguments)?;
            if parts.parameters.iter().any(|it| it.type_expr.is_some()) {
                this.check_arguments(block, &given)?;
            } else if parts.return_type.is_some() {
                this.callable_type(block)?;
            }
            let depth = this.scope.depth();
            this.scope.push_local(known(variables));
            let result = this.evaluate_optional(parts.statements);
            this.scope.truncate(depth);
            let value = match result {
                Err(Unwind::Jump(jump)) if jump.has_kind(JumpKind::Next) => jump.value,
                other => other?,
            };
            this.check_result(block, &value)?;
            Ok(value)
        })
    }

    /// Evaluates a lambda whose parameters are not known.
    pub(super) fn call_block_uncertain(&mut self, block: &Block) -> EvalResult<Value> {
        self.evaluate_within(block, |this| {
            let parts = block.parts();
            let names = parts.parameters.iter().map(|it| it.name.clone());
            let depth = this.scope.depth();
            this.scope
                .push_local(names.map(|name| (name, Err(crate::Unknown::Noted))));
            let result = this.evaluate_optional(parts.statements);
            this.scope.truncate(depth);
            match result {
                Err(Unwind::Jump(jump)) if jump.has_kind(JumpKind::Next) => Ok(jump.value),
                other => other,
            }
        })
    }

    /// Calls a closure with arguments by their names (`Closure#call_by_name`). Unless the parameters are enforced, all
    /// arguments become variables.
    pub(super) fn call_by_name(
        &mut self,
        block: &Block,
        given: Arc<HashValue>,
        enforced: bool,
    ) -> EvalResult<Value> {
        self.evaluate_within(block, |this| {
            let parts = block.parts();
            let name_of = |key: &Value| SmolStr::new(key.as_str().unwrap_or_default());
            let mut variables: Vec<(SmolStr, Value)> = given
                .iter()
                .map(|(name, value)| (name_of(name), value.clone()))
                .collect();
            if enforced {
                this.fill_in_defaults(&parts, &mut variables)?;
                this.check_named_arguments(&parts, &variables)?;
            }
            let depth = this.scope.depth();
            this.scope.push_local(known(variables));
            let result = this.evaluate_optional(parts.statements);
            this.scope.truncate(depth);
            match result {
                Err(Unwind::Jump(jump)) if jump.has_kind(JumpKind::Next) => Ok(jump.value),
                other => other,
            }
        })
    }

    fn fill_in_defaults(
        &mut self,
        parts: &ClosureParts<'_>,
        variables: &mut Vec<(SmolStr, Value)>,
    ) -> EvalResult<()> {
        for parameter in parts.parameters {
            let given = variables
                .iter()
                .position(|(name, _)| *name == parameter.name);
            let is_missing = given.is_none_or(|at| {
                variables
                    .get(at)
                    .is_none_or(|(_, value)| *value == Value::Undef)
            });
            if is_missing && parameter.value.is_some() {
                let value = self.default_value(parts, parameter, variables)?;
                if let Some(at) = given {
                    variables.remove(at);
                }
                variables.push((parameter.name.clone(), value));
            }
        }
        Ok(())
    }

    fn check_named_arguments(
        &mut self,
        parts: &ClosureParts<'_>,
        variables: &[(SmolStr, Value)],
    ) -> EvalResult<()> {
        let mut elements = Vec::with_capacity(parts.parameters.len());
        for parameter in parts.parameters {
            let (value, _) = self.parameter_type(parameter)?;
            let key = if parameter.value.is_some() {
                StructKey::Optional
            } else {
                StructKey::Required
            };
            elements.push(StructElement {
                name: parameter.name.clone(),
                key,
                value,
            });
        }
        let given: Vec<(SmolStr, GivenArgument)> = variables
            .iter()
            .map(|(name, value)| (name.clone(), GivenArgument::Value(value.clone())))
            .collect();
        let structure = StructType { elements };
        match puppet_types::describe_parameters(
            &*self.definitions,
            parts.name,
            &structure,
            &given,
            false,
        ) {
            Some(text) => Err(Unwind::Raised(text)),
            None => Ok(()),
        }
    }

    /// Evaluates something in the body that a block is in.
    pub(super) fn evaluate_within<T>(
        &mut self,
        block: &Block,
        evaluate: impl FnOnce(&mut Self) -> EvalResult<T>,
    ) -> EvalResult<T> {
        let body = std::mem::replace(&mut self.body, block.body.clone());
        let body_id = std::mem::replace(&mut self.body_id, block.body_id);
        let entered = self.budget.enter();
        let result = entered.map_err(Unwind::from).and_then(|()| {
            let result = evaluate(self);
            self.budget.leave();
            result
        });
        self.body = body;
        self.body_id = body_id;
        result
    }

    /// The variables of the parameters, and the arguments with default values filled in. Arguments without a parameter
    /// are ignored.
    fn bind(
        &mut self,
        parts: &ClosureParts<'_>,
        mut arguments: Vec<Value>,
    ) -> EvalResult<(Variables, Vec<Value>)> {
        let given = arguments.len();
        let mut variables = Vec::with_capacity(parts.parameters.len());
        let mut all = Vec::with_capacity(given);
        for (index, parameter) in parts.parameters.iter().enumerate() {
            let value = if parameter.captures_rest {
                let rest: Vec<Value> = arguments.split_off(index.min(arguments.len()));
                let rest = self.captured(parts, parameter, rest, &variables)?;
                all.extend(rest.iter().cloned());
                Value::from(rest)
            } else {
                let value = match arguments.get(index) {
                    Some(argument) => argument.clone(),
                    None => self.default_value(parts, parameter, &variables)?,
                };
                all.push(value.clone());
                value
            };
            variables.push((parameter.name.clone(), value));
        }
        Ok((variables, all))
    }

    fn captured(
        &mut self,
        parts: &ClosureParts<'_>,
        parameter: &Parameter,
        rest: Vec<Value>,
        before: &[(SmolStr, Value)],
    ) -> EvalResult<Vec<Value>> {
        let missing = rest.is_empty() || matches!(rest.as_slice(), [Value::Undef]);
        if !missing || parameter.value.is_none() {
            return Ok(rest);
        }
        Ok(match self.default_value(parts, parameter, before)? {
            Value::Array(items) => items.to_vec(),
            other => vec![other],
        })
    }

    /// The default value of a parameter; it may use the parameters before it.
    fn default_value(
        &mut self,
        parts: &ClosureParts<'_>,
        parameter: &Parameter,
        before: &[(SmolStr, Value)],
    ) -> EvalResult<Value> {
        let Some(default) = parameter.value else {
            let message = format!(
                "Parameter ${} is required but no value was given",
                parameter.name
            );
            return Err(self.part_error(parameter, Issue::MissingRequiredParameter, message));
        };
        let depth = self.scope.depth();
        self.scope.push_local(known(before.iter().cloned()));
        let mut names: FxHashSet<_> = parts.parameters.iter().map(|it| it.name.clone()).collect();
        for (name, _) in before {
            names.remove(name);
        }
        let (value, read) = self.reading_only_evaluated(names.into(), default);
        self.scope.truncate(depth);
        match read {
            Some(name) => Err(Unwind::Raised(format!(
                "{}: default expression for ${} tries to illegally access not yet evaluated ${name}",
                parts.name, parameter.name
            ))),
            None => value,
        }
    }

    /// Evaluates a default value; gives also a parameter that it reads, but that has no value yet.
    pub(super) fn reading_only_evaluated(
        &mut self,
        names: Rc<FxHashSet<SmolStr>>,
        default: ExprId,
    ) -> (EvalResult<Value>, Option<SmolStr>) {
        let unevaluated = Unevaluated {
            depth: self.scope.depth(),
            names,
            read: None,
        };
        let outer = self.unevaluated.replace(unevaluated);
        let value = self.evaluate(default);
        let unevaluated = std::mem::replace(&mut self.unevaluated, outer);
        (value, unevaluated.and_then(|it| it.read))
    }

    /// Notes that a default value reads a parameter that has no value yet.
    pub(super) fn has_unevaluated_reads(&mut self, name: &str) -> bool {
        let depth = self.scope.depth();
        let Some(unevaluated) = &mut self.unevaluated else {
            return false;
        };
        let found = unevaluated.names.get(name).cloned();
        if unevaluated.depth != depth || found.is_none() {
            return false;
        }
        unevaluated.read = found;
        true
    }

    fn check_arguments(&mut self, block: &Block, arguments: &[Value]) -> EvalResult<()> {
        self.callable_type(block)?;
        let callable = block.callable.get().cloned().unwrap_or_else(any_callable);
        if signature::accepts(&*self.definitions, &callable, arguments, None)? {
            return Ok(());
        }
        let name = block.parts().name;
        let signature = callee(block, &callable);
        Err(Unwind::Raised(signature::mismatch(
            &*self.definitions,
            name,
            &[signature],
            arguments,
            None,
        )?))
    }

    fn check_result(&mut self, block: &Block, value: &Value) -> EvalResult<()> {
        let Some(expected) = block
            .callable
            .get()
            .and_then(|callable| callable.returns.as_ref())
        else {
            return Ok(());
        };
        let expected = expected.clone();
        if type_queries::instance(&*self.definitions, &expected, value)? {
            return Ok(());
        }
        let subject = format!("value returned from {} has wrong type,", block.parts().name);
        Err(Unwind::Raised(type_queries::mismatch(
            &*self.definitions,
            &subject,
            &expected,
            value,
        )))
    }

    /// Computes the type of a closure, once.
    fn callable_type(&mut self, block: &Block) -> EvalResult<()> {
        if block.callable.get().is_some() {
            return Ok(());
        }
        let callable = self.evaluate_within(block, |this| this.make_callable(&block.parts()))?;
        // It was not set while it was made: the evaluation of a type does not call the closure.
        let _ = block.callable.set(callable);
        Ok(())
    }

    fn make_callable(&mut self, parts: &ClosureParts<'_>) -> EvalResult<CallableType> {
        let mut types = Vec::with_capacity(parts.parameters.len());
        let (mut from, mut to): (i64, Option<i64>) = (0, Some(0));
        let mut optional = false;
        for parameter in parts.parameters {
            let (ty, size) = self.parameter_type(parameter)?;
            types.push(ty);
            match size.min_size() {
                0 => optional = true,
                _ if optional => {
                    let message = format!(
                        "Parameter ${} is required but appears after optional parameters",
                        parameter.name
                    );
                    return Err(self.part_error(
                        parameter,
                        Issue::RequiredParameterAfterOptional,
                        message,
                    ));
                }
                min => from += min,
            }
            to = to
                .zip(size.upper_bound().copied())
                .map(|(a, b)| a.saturating_add(b));
        }
        let size: IntegerRange = Range::new(Some(from), to).unwrap_or(Range::UNBOUNDED);
        let returns = match parts.return_type {
            Some(expr) => Some(self.type_of_expr(expr)?),
            None => None,
        };
        Ok(CallableType::new(
            Some(TupleType::new(types, size)),
            None,
            returns,
        ))
    }

    /// The type of a parameter, and how many arguments it takes.
    fn parameter_type(&mut self, parameter: &Parameter) -> EvalResult<(Type, IntegerRange)> {
        let ty = match parameter.type_expr {
            Some(expr) => self.type_of_expr(expr)?,
            None => Type::Any,
        };
        Ok(match ty {
            Type::Array(array) if parameter.captures_rest => {
                (array.element.clone(), array.size.or_any_size())
            }
            ty if parameter.captures_rest => (ty, Range::at_least(0)),
            ty if parameter.value.is_some() => {
                (ty, Range::new(Some(0), Some(1)).unwrap_or(Range::UNBOUNDED))
            }
            ty => (ty, Range::exactly(1)),
        })
    }

    fn type_of_expr(&mut self, expr: ExprId) -> EvalResult<Type> {
        match self.evaluate(expr)? {
            Value::Type(ty) => Ok(ty),
            // Puppet breaks here.
            _ => Err(crate::Unknown::Undecidable.into()),
        }
    }

    fn part_error(&self, parameter: &Parameter, issue: Issue, message: String) -> Unwind {
        let place = Some(Place {
            body: self.body_id,
            site: Site::Part(parameter.part),
        });
        Unwind::Error(Box::new(EvaluationError {
            issue: Some(issue),
            message,
            place,
        }))
    }
}

/// Variables whose values are all known.
fn known(
    variables: impl IntoIterator<Item = (SmolStr, Value)>,
) -> impl Iterator<Item = (SmolStr, Slot)> {
    let variables = variables.into_iter();
    variables.map(|(name, value)| (name, Ok(value)))
}

fn any_callable() -> CallableType {
    CallableType::new(None, None, None)
}

fn callee(block: &Block, callable: &CallableType) -> Callee {
    Callee {
        callable: callable.clone(),
        parameter_names: block.parameter_names(),
        block_name: SmolStr::new_static("block"),
    }
}

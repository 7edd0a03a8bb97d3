//! Classes of the program that only set variables: declaring one evaluates its body, once.

use puppet_hir::{BodyId, Definition, ExprId};
use puppet_text::capitalized;
use puppet_types::{Type, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Block, EvalResult, Evaluator, JumpKind, Unwind};
use crate::error::Unknown;
use crate::evaluation_result::{EvaluationError, Place, Site};
use crate::options::Assumptions;

/// A class that was declared.
#[derive(Debug, Default)]
pub(super) struct Declared {
    variables: FxHashMap<SmolStr, Value>,
    parameters: Vec<SmolStr>,
}

impl Evaluator<'_> {
    /// Declares a class, unless it is already. What its body adds to the catalog makes the result unknown.
    pub fn declare_class(&mut self, name: &str) -> EvalResult<()> {
        let name = SmolStr::new(name);
        if self.declared.contains_key(&name) {
            return Ok(());
        }
        let Some(id) = self.definitions.class_body(&name) else {
            return Err(match self.options.world {
                Assumptions::Open => Unknown::Definition.into(),
                Assumptions::Closed => Unknown::Catalog.into(),
            });
        };
        // It counts as declared while it is evaluated: classes may include each other.
        self.declared.insert(name.clone(), Declared::default());
        let declared = self.evaluate_class(id, &name)?;
        self.declared.insert(name, declared);
        Ok(())
    }

    fn evaluate_class(&mut self, id: BodyId, name: &SmolStr) -> EvalResult<Declared> {
        let Some(body) = self.definitions.body(id) else {
            return Err(Unknown::Definition.into());
        };
        if let Definition::Class {
            parent_class: Some(_),
            ..
        } = body.definition()
        {
            return Err(Unknown::Catalog.into());
        }
        let block = Block::definition(body.clone(), id);
        let suspended = self.scope.suspend();
        self.scope.push_local([
            ("title".into(), Value::String(name.clone())),
            ("name".into(), Value::String(name.clone())),
        ]);
        let result = self.evaluate_within(&block, |this| {
            let parameters = this.class_parameters(name)?;
            match this.evaluate_optional(body.root()) {
                Err(Unwind::Jump(jump)) if !jump.has_kind(JumpKind::Break) => {}
                result => drop(result?),
            }
            Ok(parameters)
        });
        let variables = self.scope.outermost();
        self.scope.resume(suspended);
        Ok(Declared {
            parameters: result?,
            variables,
        })
    }

    /// Sets the parameters to their default values.
    fn class_parameters(&mut self, class: &str) -> EvalResult<Vec<SmolStr>> {
        let body = self.body.clone();
        let mut names = Vec::new();
        for parameter in body.parameters() {
            let Some(default) = parameter.value else {
                // Values may come from data; without any, Puppet refuses.
                let reference = capitalized(class);
                let text = format!(
                    "Class[{reference}]: expects a value for parameter '{}'",
                    parameter.name
                );
                return Err(Unwind::Raised(text));
            };
            let value = self.evaluate(default)?;
            if let Some(expr) = parameter.type_expr {
                let Value::Type(ty) = self.evaluate(expr)? else {
                    return Err(Unknown::Undecidable.into());
                };
                if !crate::type_queries::instance(&*self.definitions, &ty, &value)? {
                    return Err(Unknown::Catalog.into());
                }
            }
            self.scope.set(parameter.name.clone(), value);
            names.push(parameter.name.clone());
        }
        Ok(names)
    }

    /// The variable `name` of a declared class; none if it has no such variable, or is not declared.
    pub(super) fn class_variable(&self, name: &str) -> Option<&Value> {
        let (class, variable) = name.rsplit_once("::")?;
        self.declared.get(class)?.variables.get(variable)
    }

    /// Whether a class was declared.
    pub fn is_declared(&self, name: &str) -> bool {
        self.declared.contains_key(name)
    }

    /// Whether the class that a type refers to was declared.
    pub(super) fn is_declared_class(&self, class: &Type) -> bool {
        matches!(class, Type::Class(Some(name)) if self.is_declared(name))
    }

    /// `Class[name][keys…]`: the values of parameters.
    pub(super) fn class_access(&self, name: &str, keys: &[Value]) -> EvalResult<Value> {
        let Some(declared) = self.declared.get(name) else {
            return Err(Unknown::Catalog.into());
        };
        let value = |key: &Value| {
            let is_parameter = |name: &str| declared.parameters.iter().any(|it| it == name);
            let name = key.as_str().filter(|name| is_parameter(name));
            let value = name.and_then(|name| declared.variables.get(name));
            value.cloned().ok_or(Unwind::Unknown(Unknown::Catalog))
        };
        match keys {
            [key @ Value::String(_)] => value(key),
            keys => keys
                .iter()
                .map(value)
                .collect::<EvalResult<Vec<_>>>()
                .map(Value::from),
        }
    }

    /// The value that a variable gets from a class.
    pub(super) fn variable_of_class(
        &self,
        class: &Type,
        name: &str,
        target: ExprId,
    ) -> EvalResult<Value> {
        let Type::Class(Some(class)) = class else {
            return Err(Unknown::Catalog.into());
        };
        let name = format!("{class}::{name}");
        match self.class_variable(&name) {
            Some(value) => Ok(value.clone()),
            None => {
                let message = format!(
                    "No value for required variable '${name}' in assignment to variables from class reference"
                );
                let issue = Some(crate::Issue::MissingMultiAssignmentVariable);
                let place = Some(Place {
                    body: self.body_id,
                    site: Site::Expr(target),
                });
                Err(Unwind::Error(Box::new(EvaluationError {
                    issue,
                    message,
                    place,
                })))
            }
        }
    }
}

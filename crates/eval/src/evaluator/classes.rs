//! Declaring a class evaluates its body, once.

use std::rc::Rc;

use puppet_hir::canonical;
use puppet_hir::{Body, BodyId, BodyOwner, ExprId};
use puppet_text::capitalized;
use puppet_types::{GivenArgument, Range, StructElement, StructKey, StructType, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::catalog::{Attributes, UNKNOWN_ATTRIBUTES};
use super::scope::Slot;
use super::{Block, EvalResult, Evaluator, Unwind};
use crate::error::Unknown;
use crate::evaluation_result::{EvaluationError, Place, Site};
use crate::type_queries;

/// The attributes that every resource takes (`Puppet::Type.metaparams`), apart from parameters.
pub const METAPARAMETERS: [&str; 13] = [
    "alias",
    "audit",
    "before",
    "consume",
    "export",
    "loglevel",
    "name",
    "noop",
    "notify",
    "require",
    "schedule",
    "subscribe",
    "tag",
];

impl Evaluator<'_> {
    /// Declares a class, unless it is already. Without a catalog, what its body adds to one makes the result unknown.
    pub fn declare_class(&mut self, name: &str) -> EvalResult<()> {
        self.declare_class_with(name, None)
    }

    /// Declares a class, with attributes if it is declared like a resource.
    pub(super) fn declare_class_with(
        &mut self,
        name: &str,
        attributes: Option<Attributes>,
    ) -> EvalResult<()> {
        let name = canonical(name);
        if self.is_declared(&name) && !self.is_to_be_declared_again(&name) {
            return match attributes {
                Some(_) if self.is_compiling() => {
                    let reference = capitalized(&name);
                    let message = format!(
                        "Duplicate declaration: Class[{reference}] is already declared; cannot redeclare"
                    );
                    Err(Unwind::Raised(message))
                }
                _ => Ok(()),
            };
        }
        let found = self.definitions.class_body(&name);
        self.evaluate_loaded_types()?;
        match found {
            Ok(Some(id)) => self.evaluate_class(id, &name, attributes),
            Ok(None) if self.is_compiling() => {
                let node = self.node_name();
                let message = format!("Could not find class ::{name} for {node}");
                Err(Unwind::Raised(message))
            }
            Err(_) if self.is_compiling() => {
                self.note_unknown_class(&name);
                Ok(())
            }
            Ok(None) => Err(Unknown::Catalog.into()),
            Err(reason) => Err(reason.into()),
        }
    }

    fn evaluate_class(
        &mut self,
        id: BodyId,
        name: &SmolStr,
        attributes: Option<Attributes>,
    ) -> EvalResult<()> {
        let Some(body) = self.definitions.body(id) else {
            return Err(Unknown::Definition.into());
        };
        let block = Block::definition(body.clone(), id);
        // It counts as declared while it is evaluated: classes may include each other.
        self.add_class(name, attributes.as_ref())?;
        self.scope.add_class(name);
        let parent = self.parent_class(&body)?;
        // A class that inherits is evaluated within its parent.
        let caller = match &parent {
            Some(parent) => Some(Ok(module_of(parent))),
            None => self.scope.get("module_name").cloned(),
        };
        let suspended = self.scope.suspend();
        self.scope.push_class(name, parent);
        let text = Ok(Value::String(name.clone()));
        self.scope.set("title".into(), text.clone());
        self.scope.set("name".into(), text);
        if self.is_compiling() {
            self.scope.set("module_name".into(), Ok(module_of(name)));
            let caller = caller.unwrap_or_else(|| Ok(Value::from("")));
            self.scope.set("caller_module_name".into(), caller);
        }
        let subject = format!("Class[{}]", capitalized(name));
        let result = self.evaluate_within(&block, |this| {
            this.bind_parameters(&subject, Some(name), attributes.unwrap_or_default())?;
            this.evaluate_definition_body(body.root())
        });
        self.scope.resume(suspended);
        result
    }

    /// The types of parameters are evaluated when a file is loaded, and with each file of a module its `init.pp`.
    pub(super) fn evaluate_loaded_types(&mut self) -> EvalResult<()> {
        for id in self.definitions.take_loaded() {
            let Some(body) = self.definitions.body(id) else {
                continue;
            };
            let types: Vec<ExprId> = body
                .parameters()
                .iter()
                .filter_map(|it| it.type_expr)
                .collect();
            let block = Block::definition(body, id);
            self.evaluate_within(&block, |this| {
                types
                    .into_iter()
                    .try_for_each(|expr| this.operand(expr).map(drop))
            })?;
        }
        Ok(())
    }

    /// Evaluates the class that a class inherits from.
    fn parent_class(&mut self, body: &Body) -> EvalResult<Option<SmolStr>> {
        let BodyOwner::Class {
            parent_class: Some(parent),
            ..
        } = body.definition()
        else {
            return Ok(None);
        };
        if !self.is_compiling() {
            return Err(Unknown::Catalog.into());
        }
        let parent = canonical(parent);
        self.declare_class(&parent)?;
        Ok(Some(parent))
    }

    /// Sets the parameters of a class or defined type: to what is given, to what data say, or to their default values.
    pub(super) fn bind_parameters(
        &mut self,
        subject: &str,
        class: Option<&SmolStr>,
        mut given: Attributes,
    ) -> EvalResult<()> {
        let body = self.body.clone();
        let has_unknown = given.remove(UNKNOWN_ATTRIBUTES).is_some();
        let mut values: Vec<(SmolStr, Slot)> = Vec::new();
        let names = body.parameters().iter().map(|it| it.name.clone());
        let mut unevaluated = Rc::new(names.collect());
        for parameter in body.parameters() {
            let value = match given.remove(&parameter.name) {
                _ if self.has_unknown_parameters() => {
                    self.attempt(|this| this.evaluate_optional(parameter.value))?;
                    Some(Err(Unknown::Noted))
                }
                Some(Ok(Value::Undef)) => {
                    let data = self.data_of_parameter(class, &parameter.name)?;
                    Some(data.unwrap_or(Ok(Value::Undef)))
                }
                Some(value) => Some(value),
                None => self.data_of_parameter(class, &parameter.name)?,
            };
            let default = match parameter.value {
                Some(default) if value == Some(Ok(Value::Undef)) => {
                    Some(self.default_of(subject, default, &unevaluated)?)
                }
                _ if value.is_some() => value,
                _ if has_unknown || self.has_resource_default(subject, &parameter.name) => {
                    Some(Err(Unknown::Noted))
                }
                Some(default) => Some(self.default_of(subject, default, &unevaluated)?),
                None if self.is_subject() => Some(Err(Unknown::Noted)),
                None => None,
            };
            if let Some(value) = default {
                if let Some(trace) = self.trace.as_deref_mut() {
                    trace.add_parameter(self.body_id, &parameter.name, &value);
                }
                self.scope.set(parameter.name.clone(), value.clone());
                values.push((parameter.name.clone(), value));
                Rc::make_mut(&mut unevaluated).remove(&parameter.name);
            }
        }
        for (name, value) in given {
            let is_metaparameter =
                METAPARAMETERS.contains(&name.as_str()) || (class.is_some() && name == "stage");
            if !is_metaparameter {
                values.push((name, value));
            }
        }
        if let Some(class) = class
            && let Some(scope) = self.scope.class_mut(class)
        {
            scope.parameters = body.parameters().iter().map(|it| it.name.clone()).collect();
        }
        self.check_parameters(subject, &body, &values)
    }

    /// The value of a default, which may only read the parameters that have a value by then.
    fn default_of(
        &mut self,
        subject: &str,
        default: ExprId,
        unevaluated: &Rc<FxHashSet<SmolStr>>,
    ) -> EvalResult<Slot> {
        let body = self.body.clone();
        let (value, read) = self.reading_only_evaluated(Rc::clone(unevaluated), default);
        let Some(read) = read else {
            return self.settle(default, value);
        };
        let has_default =
            |it: &&puppet_hir::model::Parameter| it.name == read && it.value.is_some();
        Err(Unwind::Raised(
            match body.parameters().iter().find(has_default) {
                Some(_) => format!(
                    "{subject}: default expression tries to illegally access not yet evaluated ${read}"
                ),
                None => format!("{subject}: expects a value for parameter ${read}"),
            },
        ))
    }

    fn check_parameters(
        &mut self,
        subject: &str,
        body: &Body,
        values: &[(SmolStr, Slot)],
    ) -> EvalResult<()> {
        let by_name: FxHashMap<&SmolStr, &Slot> =
            values.iter().rev().map(|(name, it)| (name, it)).collect();
        let mut elements = Vec::with_capacity(body.parameters().len());
        for parameter in body.parameters() {
            let value = match parameter.type_expr {
                None => Type::Any,
                Some(expr) => match self.operand(expr)? {
                    Ok(Value::Type(ty)) => ty,
                    Ok(_) => return Err(Unknown::Undecidable.into()),
                    Err(_) => Type::Unknown,
                },
            };
            let fits = match by_name.get(&parameter.name) {
                None | Some(Ok(_)) => true,
                Some(Err(reason)) => self.accepts_unknown(&value, *reason),
            };
            if !fits {
                let place = self.here_if(parameter.type_expr);
                self.doubt(Unknown::Type, &parameter.name, place);
            }
            elements.push(StructElement {
                name: parameter.name.clone(),
                key: match parameter.value {
                    Some(_) => StructKey::Optional,
                    None => StructKey::Required,
                },
                value,
            });
        }
        let given: Vec<(SmolStr, GivenArgument)> = values
            .iter()
            .map(|(name, value)| {
                let given = match value {
                    Ok(value) => GivenArgument::Value(value.clone()),
                    Err(_) => GivenArgument::Type(Type::Unknown),
                };
                (name.clone(), given)
            })
            .collect();
        let structure = StructType { elements };
        let mismatch = puppet_types::describe_parameters(
            &*self.definitions,
            subject,
            &structure,
            &given,
            false,
        );
        match mismatch {
            Some(text) => Err(Unwind::Raised(text)),
            None => Ok(()),
        }
    }

    /// Whether a type accepts a value that is not known, whatever it is. A text that is not known is not empty.
    pub(super) fn accepts_unknown(&self, ty: &Type, reason: Unknown) -> bool {
        let text = || type_queries::instance(&*self.definitions, ty, &Value::from("text"));
        let any_text = || {
            let texts = Type::string_size(Range::at_least(1));
            type_queries::assignable(&*self.definitions, ty, &texts)
        };
        match reason {
            _ if *ty == Type::Any => true,
            Unknown::Text => matches!((text(), any_text()), (Ok(true), Ok(true))),
            _ => false,
        }
    }

    fn here_if(&self, expr: Option<ExprId>) -> Option<Place> {
        expr.map(|expr| self.place(expr))
    }

    /// What data say about a parameter of a class.
    fn data_of_parameter(
        &mut self,
        class: Option<&SmolStr>,
        parameter: &str,
    ) -> EvalResult<Option<Slot>> {
        let (Some(class), Some(modules)) = (class, self.definitions.modules()) else {
            return Ok(None);
        };
        match modules.data(&format!("{class}::{parameter}")) {
            Ok(value) => Ok(value.map(Ok)),
            Err(reason) => {
                self.doubt(reason, parameter, None);
                Ok(Some(Err(Unknown::Noted)))
            }
        }
    }

    /// The variable `name` of a declared class; none if it has no such variable, or is not declared.
    pub(super) fn class_variable(&self, name: &str) -> Option<&Slot> {
        let (class, variable) = name.rsplit_once("::")?;
        self.scope.class_variable(class, variable)
    }

    /// Whether a class was declared.
    pub fn is_declared(&self, name: &str) -> bool {
        self.scope.class(name).is_some()
    }

    /// Whether the class that a type refers to was declared.
    pub(super) fn is_declared_class(&self, class: &Type) -> bool {
        matches!(class, Type::Class(Some(name)) if self.is_declared(name))
    }

    /// `Class[name][keys…]`: the values of parameters.
    pub(super) fn class_access(&self, name: &str, keys: &[Value]) -> EvalResult<Value> {
        let Some(declared) = self.scope.class(name) else {
            return Err(Unknown::Catalog.into());
        };
        let value = |key: &Value| {
            let is_parameter = |name: &str| declared.parameters.iter().any(|it| it == name);
            let parameter = key.as_str().filter(|name| is_parameter(name));
            match parameter.and_then(|parameter| self.scope.class_variable(name, parameter)) {
                Some(value) => Ok(value.clone()?),
                None => Err(Unwind::Unknown(Unknown::Catalog)),
            }
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
            Some(value) => Ok(value.clone()?),
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

/// The name of the module of a class.
fn module_of(class: &str) -> Value {
    Value::from(class.split("::").next().unwrap_or_default())
}

//! Calls of functions and methods.

use puppet_hir::{Expr, ExprId};
use puppet_scalars::Uri;
use puppet_types::{Attribute, Named, ObjectAttributeKind, ObjectValue, Type, TypeContext, Value};

use super::{Block, EvalResult, Evaluator, Slot, Unwind};
use crate::error::Unknown;
use crate::functions;
use crate::issue::Issue;
use crate::label;
use crate::modules::RubyFunction;
use crate::options::Assumptions;
use puppet_hir::validate::Strict;

impl Evaluator<'_> {
    pub(super) fn call_named(
        &mut self,
        id: ExprId,
        functor: ExprId,
        arguments: &[ExprId],
        lambda: Option<ExprId>,
    ) -> EvalResult<Value> {
        let body = self.body.clone();
        let is_type = |id: ExprId| matches!(body.expr(id), Expr::QualifiedReference(_));
        let block = self.block_of(lambda);
        match body.expr(functor) {
            Expr::QualifiedName(name) => {
                let arguments = self.arguments(arguments)?;
                self.call_with(id, name, arguments, block.as_ref())
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
    ) -> EvalResult<Value> {
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
    ) -> EvalResult<Value> {
        let body = self.body.clone();
        let Expr::NamedAccess { left, right } = body.expr(functor) else {
            return Err(self.unacceptable(id, functor, "function accessor"));
        };
        let mut slots = self.arguments(&[*left])?;
        let Expr::QualifiedName(name) = body.expr(*right) else {
            return Err(self.unacceptable(id, *right, "function name"));
        };
        if let Some(Ok(Value::Uri(uri))) = slots.first()
            && let Some(value) = uri_member(uri, name)
        {
            return Ok(value);
        }
        if let Some(Ok(Value::Object(object))) = slots.first() {
            let name = match (object_name(object), name.as_str()) {
                (Some("Error"), "message") => "msg",
                (_, name) => name,
            };
            if let Some(value) = object.attributes.get(name) {
                return Ok(value.clone());
            }
            if !self.has_only_given_attributes(object) {
                return Err(Unknown::Function.into());
            }
        }
        let block = self.block_of(lambda);
        slots.extend(self.arguments(arguments)?);
        self.call_with(id, name, slots, block.as_ref())
    }

    /// Calls a function with arguments that may be unknown while a catalog is compiled.
    fn call_with(
        &mut self,
        id: ExprId,
        name: &str,
        arguments: Vec<Slot>,
        block: Option<&Block>,
    ) -> EvalResult<Value> {
        let known: Result<Vec<Value>, Unknown> = arguments.iter().cloned().collect();
        match known {
            Ok(arguments) => self.call_function(id, name, arguments, block),
            Err(_) => self.call_uncertain(id, name, &arguments, block),
        }
    }

    /// Whether the type of an object has no functions and computed attributes, which are not known here.
    fn has_only_given_attributes(&self, object: &ObjectValue) -> bool {
        let Some(name) = object_name(object) else {
            return false;
        };
        if matches!(name, "Error" | "Deferred") {
            return true;
        }
        match self.definitions.lookup(name) {
            Named::Object(ty) => {
                let is_given = |it: &Attribute| it.kind == ObjectAttributeKind::Given;
                ty.parent.is_none() && ty.functions.is_empty() && ty.attributes.iter().all(is_given)
            }
            _ => false,
        }
    }

    fn unacceptable(&self, id: ExprId, part: ExprId, feature: &str) -> Unwind {
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
    ) -> EvalResult<Value> {
        if let Some(result) = self.call_known_function(id, name, arguments, block) {
            return result;
        }
        let modules = self.definitions.modules();
        let ruby = modules.map_or(RubyFunction::Missing, |it| it.ruby_function(name));
        match (ruby, self.options.assumptions) {
            (
                RubyFunction::Opaque {
                    may_fail,
                    may_declare,
                },
                _,
            ) => {
                if may_declare {
                    self.open_catalog(id, name);
                }
                Err(match may_fail {
                    true => Unknown::Function.into(),
                    false => Unknown::Environment.into(),
                })
            }
            (RubyFunction::Deprecated, _) if self.options.strict == Strict::Error => {
                let message = format!("deprecation. {name}. This method is deprecated");
                Err(Unwind::Raised(message))
            }
            (RubyFunction::Deprecated, _) => Err(Unknown::Function.into()),
            (RubyFunction::Unknown, _) | (_, Assumptions::Open) => {
                // It may declare resources.
                self.open_catalog(id, name);
                Err(Unknown::Definition.into())
            }
            (_, Assumptions::Closed) => Err(self.error(
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
    ) -> Option<EvalResult<Value>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        // A function of the program hides one of Puppet's with the same name.
        if let Some(body) = self.definitions.function(name) {
            return Some(self.call_defined(body, arguments, block));
        }
        let ruby = || match self.definitions.modules()?.ruby_function(name) {
            RubyFunction::Present => (self.natives)(name),
            _ => None,
        };
        let known = functions::find(name).or_else(ruby)?;
        Some(functions::call(self, known, id, arguments, block))
    }
}

/// The name of the type of an object.
pub(super) fn object_name(object: &ObjectValue) -> Option<&str> {
    match &object.ty {
        Type::Object(Some(ty)) => ty.name.as_deref(),
        _ => None,
    }
}

/// A part of a URI by its name (`PURIType::URI_MEMBERS`); none if there is no such part.
fn uri_member(uri: &Uri, name: &str) -> Option<Value> {
    let parts = uri.parts();
    let text = |text: &Option<String>| text.as_deref().map_or(Value::Undef, Value::from);
    Some(match name {
        "scheme" => text(&parts.scheme),
        "userinfo" => text(&parts.userinfo),
        "host" => text(&parts.host),
        "port" => match parts.port.map(i64::try_from) {
            Some(Ok(port)) => Value::Integer(port),
            _ => Value::Undef,
        },
        "path" => text(&parts.path),
        "query" => text(&parts.query),
        "fragment" => text(&parts.fragment),
        "opaque" => text(&parts.opaque),
        _ => return None,
    })
}

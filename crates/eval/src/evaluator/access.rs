//! `left[keys]` and names of types.

use puppet_hir::{Expr, ExprId};
use puppet_types::{Type, TypeReadError, Value};

use super::{EvalResult, Evaluator, Noted, Unwind};
use crate::error::{ErrorCause, ErrorLocation, Operation, Unknown};
use crate::evaluation_result::{Log, LogLevel};
use crate::issue::Issue;
use crate::operators::access;
use crate::options::Assumptions;

impl Evaluator<'_> {
    pub(super) fn access(
        &mut self,
        id: ExprId,
        left: ExprId,
        keys: &[ExprId],
    ) -> EvalResult<Value> {
        if let [key] = keys
            && let Some(known) = self.known_element(left, *key)
        {
            return Ok(known);
        }
        let left = self.evaluate(left)?;
        let mut values = Vec::with_capacity(keys.len());
        let is_class = matches!(left, Value::Type(Type::Class(_)));
        for &key in keys {
            values.push(match self.body.expr(key) {
                // Between the brackets of a class, names may be unknown as types.
                Expr::QualifiedReference(name) if is_class => {
                    Value::Type(puppet_types::resolve_name(&*self.definitions, name))
                }
                _ => self.evaluate(key)?,
            });
        }
        let mut coercions = Noted::default();
        let result = access::access(&*self.definitions, &left, &values, &mut coercions);
        self.note(id, coercions)?;
        if let (
            Value::Type(Type::Resource(_) | Type::Class(_)),
            Ok(Value::Undef | Value::Array(_)),
        ) = (&left, &result)
        {
            self.note_empty_reference(id, &result);
        }
        match (result, &left) {
            (Err(ErrorCause::Unknown(Unknown::Catalog)), Value::Type(Type::Class(Some(name))))
                if self.is_declared(name) =>
            {
                self.class_access(name, &values)
            }
            (Err(ErrorCause::Unknown(Unknown::Catalog)), Value::Type(reference)) => {
                Err(self.no_resource(id, reference))
            }
            (result, _) => result.map_err(|trouble| self.blame(id, trouble)),
        }
    }

    /// Access to the parameters of a resource. What adds to the catalog is not evaluated here: without modules,
    /// nothing is there yet but what Puppet puts there.
    pub(super) fn no_resource(&self, id: ExprId, reference: &Type) -> Unwind {
        let (name, title) = match reference {
            Type::Resource(resource) => (resource.name.as_deref(), resource.title.as_deref()),
            Type::Class(name) => (Some("Class"), name.as_ref().map(|name| name.as_str())),
            _ => (None, None),
        };
        match (self.options.assumptions, name, title) {
            (Assumptions::Closed, Some(name), Some(title))
                if !matches!(title, "main" | "settings") =>
            {
                self.error(
                    id,
                    Issue::UnknownResource,
                    format!("Resource not found: {name}['{title}']"),
                )
            }
            _ => Unknown::Catalog.into(),
        }
    }

    /// References without any title are `undef` or empty, about which Puppet warns.
    fn note_empty_reference(&mut self, id: ExprId, result: &Operation<Value>) {
        let is_empty = match result {
            Ok(Value::Undef) => true,
            Ok(Value::Array(items)) => items.is_empty(),
            _ => false,
        };
        if is_empty {
            let message = "Arguments to Resource[] are all empty/undefined".to_owned();
            let place = Some(self.place(self.blamed(id, ErrorLocation::Key(0))));
            let issue = Some(Issue::EmptyResourceSpecialization.code());
            self.logs.push(Log {
                level: LogLevel::Warning,
                message,
                issue,
                place,
            });
        }
    }

    /// The type that a name in upper case means.
    pub(super) fn type_by_name(&mut self, id: ExprId, name: &str) -> EvalResult<Value> {
        match puppet_types::named_or_error(&*self.definitions, name) {
            Ok(Type::Unknown) => Err(Unknown::Definition.into()),
            Ok(Type::Reference(text)) => Err(self.error(
                id,
                Issue::UnknownResourceType,
                format!("Resource type not found: {text}"),
            )),
            Ok(ty) => Ok(Value::Type(ty)),
            Err(TypeReadError::Undecidable | TypeReadError::PuppetBreaks) => {
                Err(Unknown::Undecidable.into())
            }
            Err(refused) => Err(Unwind::Raised(refused.to_string())),
        }
    }
}

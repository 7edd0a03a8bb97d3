//! `defined`, as far as the program itself tells.

use puppet_types::{Named, Type, TypeContext, Value};

use super::function::{EvalCall, Function, builtin};
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Unwind};
use crate::options::Assumptions;

pub(super) const FUNCTIONS: &[Function] = &[builtin("defined", |call| {
    let mut any = false;
    for value in call.arguments.clone() {
        any = any || is_defined(call, &value)?;
    }
    Ok(Value::Boolean(any))
})];

fn is_defined(call: &EvalCall<'_, '_, '_>, value: &Value) -> EvalResult<bool> {
    match value {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) if !name.is_empty() => Ok(call.evaluator.lookup_variable(name)?.is_some()),
            _ => named(call, text),
        },
        Value::Type(Type::Resource(resource)) => match (&resource.name, &resource.title) {
            (None, _) => Err(Unwind::Raised(
                "The given resource type is a reference to all kind of types".to_owned(),
            )),
            (Some(name), None) => is_resource_type(call, name),
            (Some(name), Some(title)) => in_catalog(call, name, title),
        },
        Value::Type(Type::Class(Some(name))) => in_catalog(call, "class", name),
        Value::Type(Type::Class(None)) => Err(all_classes()),
        Value::Type(Type::Type(Some(inner))) => match &**inner {
            Type::Class(Some(name)) => is_class(call, name),
            Type::Class(None) => Err(all_classes()),
            inner => is_defined(call, &Value::Type(inner.clone())),
        },
        _ => Err(Unknown::Catalog.into()),
    }
}

fn all_classes() -> Unwind {
    Unwind::Raised("The given class type is a reference to all classes".to_owned())
}

fn named(call: &EvalCall<'_, '_, '_>, name: &str) -> EvalResult<bool> {
    match name {
        "" => Ok(false),
        "main" => Ok(true),
        name => Ok(is_class(call, name)? || is_resource_type(call, name)?),
    }
}

fn is_class(call: &EvalCall<'_, '_, '_>, name: &str) -> EvalResult<bool> {
    Ok(call.evaluator.definitions.class(name)?.is_some())
}

fn is_resource_type(call: &EvalCall<'_, '_, '_>, name: &str) -> EvalResult<bool> {
    let name = name.strip_prefix("::").unwrap_or(name);
    match puppet_types::builtin::lookup(name) {
        Some(Named::Resource(_)) => Ok(true),
        Some(_) => Ok(false),
        None => match call.evaluator.definitions.lookup(name) {
            Named::Resource(_) => Ok(true),
            Named::Unknown => Err(Unknown::Definition.into()),
            _ => Ok(false),
        },
    }
}

/// Without a catalog, what adds to one is not evaluated: nothing is there but what Puppet puts there.
fn in_catalog(call: &EvalCall<'_, '_, '_>, type_name: &str, title: &str) -> EvalResult<bool> {
    if call.evaluator.is_compiling() && !matches!(title, "main" | "settings") {
        let known = call.evaluator.has_resource(type_name, title);
        return known.ok_or(Unwind::Unknown(Unknown::Noted));
    }
    match call.evaluator.options.assumptions {
        _ if call.evaluator.is_declared(title) => Ok(true),
        Assumptions::Closed if !matches!(title, "main" | "settings") => Ok(false),
        _ => Err(Unknown::Catalog.into()),
    }
}

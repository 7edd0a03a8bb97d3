//! Functions that declare resources unless they are there.

use puppet_eval::functions::{EvalCall, Function, attributes_of, dispatched, legacy};
use puppet_eval::{Attributes, EvalResult, Unknown};
use puppet_types::{HashValue, Type, Value};

use super::{hash, is_missing, listed};

/// The arguments of `ensure_packages`.
const PACKAGES: &[&str] = &[
    "(Variant[String, Array[String], Hash[String, Any]] $packages, Optional[Hash] $default_attributes?)",
];

pub(super) const FUNCTIONS: &[Function] = &[
    dispatched("ensure_packages", PACKAGES, ensure_packages),
    dispatched("stdlib::ensure_packages", PACKAGES, ensure_packages),
    legacy("getparam", 2, getparam),
    legacy("ensure_resource", -3, ensure_resource),
    legacy("ensure_resources", -3, ensure_resources),
];

fn ensure_packages(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut defaults = HashValue::default();
    defaults.insert(Value::from("ensure"), Value::from("installed"));
    if let Value::Hash(given) = call.argument(1) {
        defaults.extend((**given).clone());
    }
    if defaults.get(&Value::from("ensure")) == Some(&Value::from("present")) {
        defaults.insert(Value::from("ensure"), Value::from("installed"));
    }
    let defaults = attributes_of(&defaults);
    match call.argument(0).clone() {
        Value::Hash(packages) => ensure_each(call, "package", &packages, &defaults)?,
        packages => {
            for name in listed(&packages) {
                ensure(call, "package", &name, defaults.clone())?;
            }
        }
    }
    Ok(Value::Undef)
}

/// The value of an attribute of a resource; an empty text if there is none.
fn getparam(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let (type_name, title) = match call.argument(0) {
        Value::Type(Type::Resource(resource)) => match (&resource.name, &resource.title) {
            (Some(name), Some(title)) => (name.clone(), title.clone()),
            _ => return Err(Unknown::Function.into()),
        },
        _ => return Err(Unknown::Function.into()),
    };
    let value = call
        .evaluator
        .attribute_of(&type_name, &title, call.text(1))?;
    Ok(value.unwrap_or_else(|| Value::from("")))
}

fn ensure_resource(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let type_name = call.text(0).to_owned();
    let attributes = match call.argument(2) {
        value if is_missing(value) => Attributes::default(),
        _ => attributes_of(&hash(call, 2)?),
    };
    for title in listed(&call.argument(1).clone()) {
        ensure(call, &type_name, &title, attributes.clone())?;
    }
    Ok(Value::Undef)
}

fn ensure_resources(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let type_name = call.text(0).to_owned();
    let defaults = match call.argument(2) {
        value if is_missing(value) => Attributes::default(),
        _ => attributes_of(&hash(call, 2)?),
    };
    let resources = hash(call, 1)?;
    ensure_each(call, &type_name, &resources, &defaults)?;
    Ok(Value::Undef)
}

fn ensure_each(
    call: &mut EvalCall<'_, '_, '_>,
    type_name: &str,
    resources: &HashValue,
    defaults: &Attributes,
) -> EvalResult<()> {
    for (title, given) in resources {
        let mut attributes = defaults.clone();
        match given {
            Value::Hash(given) => attributes.extend(attributes_of(given)),
            value if is_missing(value) => {}
            _ => return Err(Unknown::Function.into()),
        }
        ensure(call, type_name, title, attributes)?;
    }
    Ok(())
}

/// Declares a resource, unless there is one with these attributes.
fn ensure(
    call: &mut EvalCall<'_, '_, '_>,
    type_name: &str,
    title: &Value,
    attributes: Attributes,
) -> EvalResult<()> {
    let title = title.as_str().ok_or(Unknown::Function)?;
    match call
        .evaluator
        .has_resource_with(type_name, title, &attributes)
    {
        Some(true) => Ok(()),
        // Versions of stdlib differ in what counts as the same.
        None => Err(Unknown::Function.into()),
        Some(false) => {
            let place = Some(call.evaluator.place(call.id));
            call.evaluator
                .declare(type_name, title, attributes, false, place)
        }
    }
}

//! Functions that add resources to the catalog, or look data up.

use puppet_types::Value;
use smol_str::SmolStr;

use super::function::{CallKind, EvalCall, Function, legacy};
use crate::error::Unknown;
use crate::evaluator::{Attributes, EvalResult, Unwind};

pub(super) const FUNCTIONS: &[Function] = &[
    legacy("create_resources", -3, create_resources),
    legacy("realize", -2, no_effect),
    legacy("tag", -2, no_effect),
    data("hiera"),
    data("lookup"),
];

const fn data(name: &'static str) -> Function {
    Function {
        name,
        kind: CallKind::Any(look_up),
    }
}

/// `create_resources(type, {title => attributes}, defaults)`
fn create_resources(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    if !call.evaluator.is_compiling() {
        return Err(Unknown::Catalog.into());
    }
    if call.arguments.len() > 3 {
        let message = format!(
            "create_resources(): wrong number of arguments ({}; must be 2 or 3)",
            call.arguments.len()
        );
        return Err(Unwind::Raised(message));
    }
    let Value::String(type_name) = call.argument(0).clone() else {
        return Err(Unknown::Function.into());
    };
    let Value::Hash(resources) = call.argument(1).clone() else {
        let message = "create_resources(): second argument must be a hash";
        return Err(Unwind::Raised(message.to_owned()));
    };
    let defaults = match call.arguments.get(2) {
        None => Attributes::default(),
        Some(Value::Hash(defaults)) => attributes_of(defaults),
        Some(_) => {
            let message = "create_resources(): third argument, if provided, must be a hash";
            return Err(Unwind::Raised(message.to_owned()));
        }
    };
    let name = type_name.trim_start_matches('@');
    let is_virtual = name.len() < type_name.len();
    for (title, given) in resources.iter() {
        let mut attributes = defaults.clone();
        match given {
            Value::Hash(given) => attributes.extend(attributes_of(given)),
            Value::Undef => {}
            Value::String(text) if text.is_empty() => {}
            _ => return Err(Unknown::Function.into()),
        }
        let title = SmolStr::new(title.as_str().ok_or(Unknown::Function)?);
        let place = Some(call.evaluator.place(call.id));
        call.evaluator
            .declare(name, &title, attributes, is_virtual, place)?;
    }
    Ok(Value::Undef)
}

/// The attributes that a hash gives.
pub fn attributes_of(hash: &puppet_types::HashValue) -> Attributes {
    let named = hash
        .iter()
        .filter_map(|(name, value)| Some((name.as_str()?.into(), Ok(value.clone()))));
    named.collect()
}

/// What changes nothing that is known here.
fn no_effect(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.evaluator.is_compiling() {
        true => Ok(Value::Undef),
        false => Err(Unknown::Catalog.into()),
    }
}

/// `lookup(key, …)` and `hiera(key, default)`
fn look_up(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let (Some(modules), Value::String(key)) = (
        call.evaluator.definitions.modules().cloned(),
        call.argument(0),
    ) else {
        return Err(Unknown::Environment.into());
    };
    let default = match (call.name, call.arguments.as_slice()) {
        (_, [_]) => None,
        ("hiera", [_, default]) => Some(default.clone()),
        // Only the first value of a key is asked for here.
        ("lookup", [_, _, Value::Undef, default]) => Some(default.clone()),
        ("lookup", [_, Value::Hash(options)]) if options.get(&Value::from("merge")).is_none() => {
            options.get(&Value::from("default_value")).cloned()
        }
        _ => return Err(Unknown::Environment.into()),
    };
    match (modules.data(key), default) {
        (Ok(Some(value)), _) => Ok(value),
        (Ok(None), Some(default)) => Ok(default),
        (Ok(None), None) if call.name == "lookup" => {
            let message = format!("Function lookup() did not find a value for the name '{key}'");
            Err(Unwind::Raised(message))
        }
        _ => Err(Unknown::Environment.into()),
    }
}

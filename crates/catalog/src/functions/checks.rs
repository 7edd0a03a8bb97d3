//! Functions that refuse values, and functions about where they are called.

use puppet_eval::functions::{EvalCall, Function, dispatched, legacy};
use puppet_eval::{EvalResult, Strict, Unknown, Unwind, type_queries};
use puppet_types::{Type, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    legacy("assert_private", -1, assert_private),
    dispatched(
        "deprecation",
        &["(String $key, String $message)"],
        deprecation,
    ),
    dispatched("fact", &["(String $fact_name)"], fact),
    dispatched(
        "validate_legacy",
        &["(Variant[Type, String] $target_type, String $function_name, Any $value, Any *$args)"],
        validate_legacy,
    ),
];

/// Fails unless the code around was used by its own module.
fn assert_private(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let evaluator = &call.evaluator;
    let variable = |name: &str| evaluator.scope.get(name).cloned();
    let (Some(own), Some(caller)) = (variable("module_name"), variable("caller_module_name"))
    else {
        return Err(Unknown::Environment.into());
    };
    if own? == caller? {
        return Ok(Value::Undef);
    }
    let message = match call.argument(0) {
        Value::String(text) if !text.is_empty() => text.to_string(),
        _ => {
            let (kind, name) = evaluator.definition_around().ok_or(Unknown::Environment)?;
            format!("{kind} {name} is private")
        }
    };
    Err(Unwind::Raised(message))
}

fn deprecation(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.evaluator.options.strict {
        Strict::Error => {
            let message = format!("deprecation. {}. {}", call.text(0), call.text(1));
            Err(Unwind::Raised(message))
        }
        Strict::Off | Strict::Warning => Ok(Value::Undef),
    }
}

/// `fact('os.family')`
fn fact(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let path = call.text(0);
    if path.contains('"') {
        return Err(Unknown::Function.into());
    }
    match call.evaluator.scope.get("::facts") {
        Some(Ok(facts)) => Ok(crate::facts::dig(facts, path)
            .cloned()
            .unwrap_or(Value::Undef)),
        _ => Err(Unknown::Environment.into()),
    }
}

/// A value of another type is refused: by the function for Puppet 3, or as deprecated, which is an error when Puppet is
/// strict.
fn validate_legacy(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let types = call.evaluator.definitions.clone();
    let ty: Type = match call.argument(0) {
        Value::Type(ty) => ty.clone(),
        text => type_queries::parse(&*types, text.as_str().unwrap_or_default())?,
    };
    let value = call.argument(2);
    if type_queries::instance(&*types, &ty, value)? {
        return Ok(Value::Undef);
    }
    if call.evaluator.options.strict != Strict::Error {
        return Err(Unknown::Function.into());
    }
    let subject = format!("validate_legacy({})", call.text(1));
    Err(Unwind::Raised(type_queries::mismatch(
        &*types, &subject, &ty, value,
    )))
}

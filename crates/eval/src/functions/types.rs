//! Functions on types: `new`, `type`, `assert_type`, `convert_to`, `unwrap`.

use puppet_types::{Type, Value};

use super::function::{EvalCall, Function, builtin};
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Unwind};
use crate::type_queries;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("new", new),
    builtin("convert_to", convert_to),
    builtin("type", type_function),
    builtin("assert_type", assert_type),
    builtin("unwrap", unwrap),
];

fn new(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut arguments = std::mem::take(&mut call.arguments).into_iter();
    let Some(Value::Type(ty)) = arguments.next() else {
        return Err(Unknown::Undecidable.into());
    };
    let made = instantiate(call, &ty, arguments.collect())?;
    yield_result(call, made)
}

fn convert_to(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut arguments = std::mem::take(&mut call.arguments);
    if arguments.len() < 2 {
        return Err(Unknown::Undecidable.into());
    }
    let Value::Type(ty) = arguments.remove(1) else {
        return Err(Unknown::Undecidable.into());
    };
    let made = instantiate(call, &ty, arguments)?;
    yield_result(call, made)
}

/// An argument that is an instance already stays as it is; `instance` says nothing then, and the lambda is not called.
struct Converted {
    value: Value,
    is_new: bool,
}

fn instantiate(
    call: &mut EvalCall<'_, '_, '_>,
    ty: &Type,
    arguments: Vec<Value>,
) -> EvalResult<Converted> {
    let context = call.evaluator.definitions.clone();
    if let ([argument], false) = (arguments.as_slice(), matches!(ty, Type::Init(_)))
        && type_queries::instance(&*context, ty, argument)?
    {
        return Ok(Converted {
            value: argument.clone(),
            is_new: false,
        });
    }
    call.evaluator.budget.spend(10)?;
    let value = crate::new_function::new(&*context, ty, &arguments)?;
    Ok(Converted {
        value,
        is_new: true,
    })
}

fn yield_result(call: &mut EvalCall<'_, '_, '_>, made: Converted) -> EvalResult<Value> {
    match call.block {
        Some(_) if made.is_new || call.name == "convert_to" => call.yield_with(vec![made.value]),
        _ => Ok(made.value),
    }
}

fn type_function(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let context = call.evaluator.definitions.clone();
    let value = call.argument(0);
    let ty = match call.signature {
        0 => type_queries::infer_set(&*context, value),
        1 => type_queries::infer(&*context, value),
        _ => type_queries::generalize(&*context, &type_queries::infer(&*context, value)),
    };
    Ok(Value::Type(ty))
}

fn assert_type(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let context = call.evaluator.definitions.clone();
    let expected = match call.argument(0).clone() {
        Value::Type(ty) => ty,
        Value::String(text) => crate::new_function::type_of_text(&*context, &text)?,
        _ => return Err(Unknown::Undecidable.into()),
    };
    let value = call.argument(1).clone();
    if type_queries::instance(&*context, &expected, &value)? {
        return Ok(value);
    }
    if call.block.is_some() {
        let actual = type_queries::infer_set(&*context, &value);
        return call.yield_with(vec![Value::Type(expected), Value::Type(actual)]);
    }
    Err(Unwind::Raised(type_queries::mismatch(
        &*context,
        "assert_type():",
        &expected,
        &value,
    )))
}

fn unwrap(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let value = match call.argument(0) {
        Value::Sensitive(inner) => (**inner).clone(),
        other => other.clone(),
    };
    if call.block.is_some() {
        call.yield_with(vec![value])
    } else {
        Ok(value)
    }
}

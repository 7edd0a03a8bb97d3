//! Functions that leave blocks or call others.

use puppet_types::Value;

use super::function::{EvalCall, Function, builtin, legacy};
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Jump, JumpKind, Unwind};
use crate::to_string;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("break", |call| jump(call, JumpKind::Break)),
    builtin("next", |call| jump(call, JumpKind::Next)),
    builtin("return", |call| jump(call, JumpKind::Return)),
    builtin("with", with),
    builtin("then", then),
    builtin("lest", lest),
    builtin("call", call_by_name),
    legacy("fail", -1, fail),
];

fn jump(call: &mut EvalCall<'_, '_, '_>, kind: JumpKind) -> EvalResult<Value> {
    let place = call.evaluator.place(call.id);
    Err(Unwind::Jump(Box::new(Jump {
        kind,
        value: call.argument(0).clone(),
        place,
    })))
}

fn with(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let arguments = std::mem::take(&mut call.arguments);
    call.yield_with(arguments)
}

fn then(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0).clone() {
        Value::Undef => Ok(Value::Undef),
        value => call.yield_with(vec![value]),
    }
}

fn lest(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0).clone() {
        Value::Undef => call.yield_with(Vec::new()),
        value => Ok(value),
    }
}

fn call_by_name(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut arguments = std::mem::take(&mut call.arguments).into_iter();
    let Some(Value::String(name)) = arguments.next() else {
        return Err(Unknown::Function.into());
    };
    let result =
        call.evaluator
            .call_known_function(call.id, &name, arguments.collect(), call.block);
    match (result, call.evaluator.options.assumptions) {
        (Some(result), _) => result,
        (None, crate::options::Assumptions::Open) => Err(Unknown::Definition.into()),
        (None, crate::options::Assumptions::Closed) => {
            Err(Unwind::Raised(format!("Unknown function '{name}'")))
        }
    }
}

/// The arguments, flattened and separated by spaces.
fn fail(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let context = call.evaluator.definitions.clone();
    let words: Vec<String> = call
        .arguments
        .iter()
        .map(|value| match value {
            Value::Array(items) => items
                .iter()
                .map(|item| to_string::ruby(&*context, item))
                .collect::<Vec<_>>()
                .join(" "),
            other => to_string::ruby(&*context, other),
        })
        .collect();
    Err(Unwind::Raised(words.join(" ")))
}

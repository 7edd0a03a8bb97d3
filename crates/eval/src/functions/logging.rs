//! Functions that log their arguments.

use puppet_types::Value;

use super::function::{Call, Function, dispatched};
use super::signature::{BuiltinSignature, repeated};
use crate::evaluation_result::{Log, LogLevel};
use crate::evaluator::EvalResult;
use crate::to_string;

const VALUES: &[BuiltinSignature] = &[BuiltinSignature::new(&[repeated("Any", "values")])];

pub(super) const FUNCTIONS: &[Function] = &[
    dispatched("alert", VALUES, log),
    dispatched("crit", VALUES, log),
    dispatched("debug", VALUES, log),
    dispatched("emerg", VALUES, log),
    dispatched("err", VALUES, log),
    dispatched("info", VALUES, log),
    dispatched("notice", VALUES, log),
    dispatched("warning", VALUES, log),
];

/// The values as text, separated by spaces, at the level that the function is named after.
fn log(call: &mut Call<'_, '_, '_>) -> EvalResult<Value> {
    let message = call
        .arguments
        .iter()
        .map(|value| to_string::interpolated(&*call.evaluator.definitions, value))
        .collect::<Vec<_>>()
        .join(" ");
    if let Some(level) = LogLevel::from_name(call.name) {
        call.evaluator.budget.allocate(message.len())?;
        call.evaluator.logs.push(Log {
            level,
            message,
            issue: None,
            place: None,
        });
    }
    Ok(Value::Undef)
}

//! Functions that log their arguments.

use puppet_types::Value;

use super::function::{EvalCall, Function, builtin};
use crate::evaluation_result::{Log, LogLevel};
use crate::evaluator::EvalResult;
use crate::to_string;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("alert", log),
    builtin("crit", log),
    builtin("debug", log),
    builtin("emerg", log),
    builtin("err", log),
    builtin("info", log),
    builtin("notice", log),
    builtin("warning", log),
];

/// The values as text, separated by spaces, at the level that the function is named after.
fn log(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
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

//! `sprintf`, which is Ruby's.

use puppet_types::Value;

use super::function::{EvalCall, Function, legacy};
use crate::evaluator::{EvalResult, Unwind};
use crate::new_function;
use crate::operators::matching::ruby_class;

pub(super) const FUNCTIONS: &[Function] = &[legacy("sprintf", -2, sprintf)];

fn sprintf(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let Value::String(format) = call.argument(0) else {
        let class = ruby_class(call.argument(0));
        return Err(Unwind::Raised(format!(
            "no implicit conversion of {class} into String"
        )));
    };
    let values = call.arguments.get(1..).unwrap_or_default();
    let text = puppet_convert::sprintf(format, values).map_err(new_function::error_cause)?;
    call.evaluator.budget.allocate(text.len())?;
    Ok(Value::from(text))
}

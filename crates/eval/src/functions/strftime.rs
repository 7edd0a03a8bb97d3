//! `strftime`.

use puppet_scalars::TimespanFormat;
use puppet_types::Value;

use super::function::{EvalCall, Function, builtin};
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Unwind};

pub(super) const FUNCTIONS: &[Function] = &[builtin("strftime", strftime)];

fn strftime(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::Timespan(span) => {
            let format = TimespanFormat::parse(call.text(1))
                .map_err(|error| Unwind::Raised(error.to_string()))?;
            let text = span
                .format(&format)
                .map_err(|_| Unwind::Unknown(Unknown::Undecidable))?;
            Ok(Value::from(text))
        }
        Value::Timestamp(time) => {
            let timezone = call.argument(2).as_str();
            match time.format(call.text(1), timezone) {
                Ok(text) => Ok(Value::from(text)),
                Err(error) => Err(time_error(error)),
            }
        }
        // The current time.
        _ => Err(Unknown::Environment.into()),
    }
}

fn time_error(error: puppet_scalars::TimeError) -> Unwind {
    match error {
        puppet_scalars::TimeError::Undecidable => Unwind::Unknown(Unknown::Undecidable),
        refused => Unwind::Raised(refused.to_string()),
    }
}

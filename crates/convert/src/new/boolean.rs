//! `Boolean.new`.

use puppet_types::Value;

use super::{dispatch::Ask, integer::no_conversion};
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    if ask.accepting("Boolean", args)?.is_none() {
        return match args {
            [from] => no_conversion(ask, "new_boolean", "Boolean", from),
            _ => ask.no_match("Boolean", args),
        };
    }
    Ok(Value::Boolean(match args.first() {
        Some(Value::Float(number)) => *number != 0.0,
        Some(Value::Integer(number)) => *number != 0,
        Some(Value::BigInteger(_)) => true,
        Some(Value::Boolean(value)) => *value,
        Some(Value::String(text)) => !matches!(text.to_lowercase().as_str(), "false" | "no" | "n"),
        _ => true,
    }))
}

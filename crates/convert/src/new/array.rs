//! `Array.new` and `Tuple.new`.

use puppet_types::Value;

use super::dispatch::{Ask, refused};
use crate::ConvertError;

/// Most elements that an array is made of.
const MAX_ELEMENTS: i64 = 100_000;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    match (ask.accepting("Array", args)?, args) {
        (Some(0), [from, ..]) => elements(from).map(Value::from),
        (Some(_), [from @ Value::Array(_), ..]) => Ok(from.clone()),
        (Some(_), [from, ..]) => Ok(Value::array(vec![from.clone()])),
        (None, [from] | [from, Value::Boolean(_)]) => {
            let ty = ask.general_type(from);
            refused(
                "new_array",
                format!("Value of type {ty} cannot be converted to Array"),
            )
        }
        _ => ask.no_match("Array", args),
    }
}

/// The elements that an iteration over a value yields.
pub(super) fn elements(from: &Value) -> Result<Vec<Value>, ConvertError> {
    Ok(match from {
        Value::Array(items) => items.to_vec(),
        Value::Hash(entries) => entries
            .iter()
            .map(|(key, value)| Value::array(vec![key.clone(), value.clone()]))
            .collect(),
        Value::Binary(binary) => binary
            .bytes()
            .iter()
            .map(|byte| Value::Integer((*byte).into()))
            .collect(),
        Value::Iterator(iterator) => iterator.items.clone(),
        Value::String(text) => text.chars().map(|c| Value::from(c.to_string())).collect(),
        Value::Integer(count @ 0..=MAX_ELEMENTS) => (0..*count).map(Value::Integer).collect(),
        Value::BigInteger(_) => return Err(ConvertError::Undecidable),
        Value::Type(puppet_types::Type::Integer(range)) => {
            match (range.lower_bound(), range.upper_bound()) {
                (Some(from), Some(to)) if to.saturating_sub(*from) <= MAX_ELEMENTS => {
                    (*from..=*to).map(Value::Integer).collect()
                }
                _ => return Err(ConvertError::Undecidable),
            }
        }
        Value::Type(puppet_types::Type::Enum(values)) => values
            .values
            .iter()
            .map(|value| Value::String(value.clone()))
            .collect(),
        _ => return Err(ConvertError::Undecidable),
    })
}

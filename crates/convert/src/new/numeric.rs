//! `Numeric.new`.

use puppet_types::Value;

use super::{dispatch::Ask, float::from_and_abs, integer::no_conversion};
use crate::{
    ConvertError,
    number::{Number, parse_integer, to_number},
};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    let Some(index) = ask.accepting("Numeric", args)? else {
        return match args {
            [from] | [from, Value::Boolean(_)] => {
                no_conversion(ask, "new_numeric", "Numeric", from)
            }
            _ => ask.no_match("Numeric", args),
        };
    };
    let (from, abs) = from_and_abs(index, args);
    let number = match from {
        Some(Value::Float(number)) => Number::Float(*number),
        Some(Value::Integer(number)) => Number::Integer((*number).into()),
        Some(Value::BigInteger(number)) => Number::Integer(**number),
        Some(Value::Timespan(span)) => Number::Float(span.as_secs_f64()),
        Some(Value::Timestamp(time)) => Number::Float(time.as_secs_f64()),
        Some(Value::Boolean(value)) => Number::Integer((*value).into()),
        Some(Value::String(text)) => match from_text(text)? {
            Some(number) => number,
            None if abs => return ConvertError::crash("undefined method `abs' for nil:NilClass"),
            None => return Ok(Value::Undef),
        },
        _ => return Err(ConvertError::Undecidable),
    };
    let number = match number {
        Number::Integer(number) if abs => Number::Integer(number.abs()),
        Number::Float(number) if abs => Number::Float(number.abs()),
        number => number,
    };
    Ok(number.to_value())
}

fn from_text(text: &str) -> Result<Option<Number>, ConvertError> {
    let prefix = text.get(..2).unwrap_or_default();
    if ["0b", "0x"]
        .iter()
        .any(|known| prefix.eq_ignore_ascii_case(known))
    {
        return parse_integer(text, None).map(Number::Integer).map(Some);
    }
    Ok(to_number(text))
}

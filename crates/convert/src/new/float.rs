//! `Float.new`.

use puppet_types::Value;

use super::dispatch::Ask;
use super::integer::no_conversion;
use crate::{
    ConvertError,
    number::{parse_float, parse_integer},
};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    let Some(index) = ask.accepting("Float", args)? else {
        return match args {
            [from] | [from, Value::Boolean(_)] => no_conversion(ask, "new_float", "Float", from),
            _ => ask.no_match("Float", args),
        };
    };
    let (from, abs) = from_and_abs(index, args);
    let number = match from {
        Some(Value::Float(number)) => *number,
        Some(Value::Integer(number)) => *number as f64,
        Some(Value::BigInteger(number)) => **number as f64,
        Some(Value::Timespan(span)) => span.as_secs_f64(),
        Some(Value::Timestamp(time)) => time.as_secs_f64(),
        Some(Value::Boolean(value)) => f64::from(u8::from(*value)),
        Some(Value::String(text)) => from_text(text)?,
        _ => return Err(ConvertError::Undecidable),
    };
    Ok(Value::Float(if abs { number.abs() } else { number }))
}

/// The arguments by position, or by name in a hash.
pub(super) fn from_and_abs(signature: usize, args: &[Value]) -> (Option<&Value>, bool) {
    let (from, abs) = match args.first() {
        Some(Value::Hash(named)) if signature > 0 => (
            named.get(&Value::from("from")),
            named.get(&Value::from("abs")),
        ),
        first => (first, args.get(1)),
    };
    (from, abs == Some(&Value::Boolean(true)))
}

fn from_text(text: &str) -> Result<f64, ConvertError> {
    let binary = text
        .get(..2)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("0b"));
    if binary {
        return Ok(parse_integer(text, None)? as f64);
    }
    if text == "0" {
        return ConvertError::crash("undefined method `casecmp' for nil:NilClass");
    }
    parse_float(text).or_else(|error| {
        let joined = without_space_after_sign(text).ok_or(error.clone())?;
        from_text(&joined).map_err(|_| error)
    })
}

/// `- 5` as `-5`; nothing if there is no space after a sign.
pub(super) fn without_space_after_sign(text: &str) -> Option<String> {
    let sign = text.chars().next().filter(|c| matches!(c, '+' | '-'))?;
    let rest = &text[1..];
    let number = rest.trim_start_matches([' ', '\t']);
    (number.len() < rest.len()).then(|| format!("{sign}{number}"))
}

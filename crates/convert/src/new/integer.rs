//! `Integer.new`.

use puppet_types::Value;

use super::dispatch::{Ask, refused};
use crate::{ConvertError, number::parse_integer, sprintf::float_to_integer};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    match ask.accepting("Integer", args)? {
        Some(0) => convert(args.first(), args.get(1), args.get(2)),
        Some(_) => {
            let Some(Value::Hash(named)) = args.first() else {
                return Err(ConvertError::Undecidable);
            };
            let get = |key: &str| named.get(&Value::from(key));
            convert(get("from"), get("radix"), get("abs"))
        }
        None => refuse(ask, args),
    }
}

fn convert(
    from: Option<&Value>,
    radix: Option<&Value>,
    abs: Option<&Value>,
) -> Result<Value, ConvertError> {
    let radix = match radix {
        Some(Value::Integer(radix)) => u32::try_from(*radix).ok(),
        _ => None,
    };
    let number = match from {
        Some(Value::Integer(number)) => i128::from(*number),
        Some(Value::BigInteger(number)) => **number,
        Some(Value::Float(number)) => float_to_integer(*number)?,
        Some(Value::Timespan(span)) => span.whole_secs(),
        Some(Value::Timestamp(time)) => time.whole_secs(),
        Some(Value::Boolean(value)) => i128::from(*value),
        Some(Value::String(text)) => from_text(text, radix)?,
        _ => return Err(ConvertError::Undecidable),
    };
    let number = if abs == Some(&Value::Boolean(true)) {
        number.checked_abs().ok_or(ConvertError::Undecidable)?
    } else {
        number
    };
    Ok(Value::integer(number))
}

fn from_text(text: &str, radix: Option<u32>) -> Result<i128, ConvertError> {
    parse_integer(text, radix).or_else(|error| {
        let joined = super::float::without_space_after_sign(text).ok_or(error.clone())?;
        parse_integer(&joined, radix).map_err(|_| error)
    })
}

/// The error for arguments that are not accepted.
fn refuse(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    match args {
        [Value::Hash(named)] => {
            let get = |key: &str| named.get(&Value::from(key));
            if let Some(from) = get("from")
                && !ask.is_local("Integer", "Convertible", from)?
            {
                return cannot_convert(ask, from);
            }
            if let Some(radix) = get("radix").filter(|radix| **radix != Value::Undef) {
                check_radix(radix)?;
            }
            let Some(hash) = args.first() else {
                return Err(ConvertError::Undecidable);
            };
            ask.assert_local("Integer", "Integer.new", "NamedArgs", hash)?;
            Err(ConvertError::Undecidable)
        }
        [from] | [from, Value::Integer(_)] | [from, Value::Integer(_), Value::Boolean(_)] => {
            if let Some(radix) = args.get(1) {
                check_radix(radix)?;
            }
            cannot_convert(ask, from)
        }
        _ => ask.no_match("Integer", args),
    }
}

fn check_radix(radix: &Value) -> Result<(), ConvertError> {
    match radix {
        Value::Default | Value::Integer(2 | 8 | 10 | 16) => Ok(()),
        radix => {
            let radix = crate::to_display_string(radix)?;
            ConvertError::raised(format!(
                "Illegal radix: {radix}, expected 2, 8, 10, 16, or default"
            ))
        }
    }
}

fn cannot_convert(ask: &Ask<'_>, from: &Value) -> Result<Value, ConvertError> {
    no_conversion(ask, "new", "Integer", from)
}

/// The error for a value that has no conversion to a type.
pub(super) fn no_conversion(
    ask: &Ask<'_>,
    name: &str,
    ty: &str,
    from: &Value,
) -> Result<Value, ConvertError> {
    match from {
        Value::String(text) => refused(
            name,
            format!("The string '{text}' cannot be converted to {ty}"),
        ),
        from => refused(
            name,
            format!(
                "Value of type {} cannot be converted to {ty}",
                ask.general_type(from)
            ),
        ),
    }
}

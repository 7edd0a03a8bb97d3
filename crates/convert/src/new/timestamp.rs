//! `Timestamp.new`.

use puppet_scalars::Timestamp;
use puppet_types::Value;

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    match (ask.choose("Timestamp", args)?, args) {
        (1, [Value::Integer(seconds)]) => Ok(Timestamp::from_secs(*seconds).into()),
        (1, [Value::Float(seconds)]) => Timestamp::from_secs_f64(*seconds)
            .map(Value::from)
            .ok_or(ConvertError::Undecidable),
        (2, [Value::String(text), ..]) => parse(text, args.get(1), args.get(2)),
        (3, [Value::Hash(named)]) => {
            let get = |key: &str| named.get(&Value::from(key));
            let text = get("string")
                .and_then(Value::as_str)
                .ok_or(ConvertError::Undecidable)?;
            parse(text, get("format"), get("timezone"))
        }
        // Without arguments it is the time of the call.
        _ => Err(ConvertError::Undecidable),
    }
}

fn parse(
    text: &str,
    format: Option<&Value>,
    timezone: Option<&Value>,
) -> Result<Value, ConvertError> {
    let timezone = timezone.and_then(Value::as_str);
    let time = match format {
        Some(Value::String(format)) => Timestamp::parse_one(text, format, timezone)?,
        Some(Value::Array(formats)) => {
            let formats: Vec<&str> = formats.iter().filter_map(Value::as_str).collect();
            Timestamp::parse_any(text, Some(&formats), timezone)?
        }
        _ => Timestamp::parse_any(text, None, timezone)?,
    };
    Ok(time.into())
}

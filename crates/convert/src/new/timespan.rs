//! `Timespan.new`.

use puppet_scalars::{Timespan, TimespanFields, TimespanFormat};
use puppet_types::{HashValue, Value};

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    if args.iter().any(holds_big_integer) {
        return Err(ConvertError::Undecidable);
    }
    match (ask.choose("Timespan", args)?, args) {
        (0, [Value::Integer(seconds)]) => Ok(Timespan::from_secs(*seconds).into()),
        (0, [Value::Float(seconds)]) => Timespan::from_secs_f64(*seconds)
            .map(Value::from)
            .ok_or(ConvertError::Undecidable),
        (1, [Value::String(text), ..]) => parse(text, args.get(1)),
        (2, fields) => Ok(Timespan::from_fields(&from_list(fields)).into()),
        (3, [Value::Hash(named)]) => {
            let text = named.get(&Value::from("string")).and_then(Value::as_str);
            parse(
                text.ok_or(ConvertError::Undecidable)?,
                named.get(&Value::from("format")),
            )
        }
        (4, [Value::Hash(named)]) => Ok(Timespan::from_fields(&from_hash(named)).into()),
        _ => Err(ConvertError::Undecidable),
    }
}

/// Times are computed with 64 bits.
fn holds_big_integer(argument: &Value) -> bool {
    match argument {
        Value::BigInteger(_) => true,
        Value::Hash(named) => named.values().any(holds_big_integer),
        _ => false,
    }
}

fn parse(text: &str, format: Option<&Value>) -> Result<Value, ConvertError> {
    let span = match format {
        Some(Value::String(format)) => TimespanFormat::parse(format)?.read(text)?,
        Some(Value::Array(formats)) => parse_any(text, formats)?,
        _ => Timespan::parse(text)?,
    };
    Ok(span.into())
}

/// The first format that fits. A format that is not valid is an error only once it is tried.
fn parse_any(text: &str, formats: &[Value]) -> Result<Timespan, ConvertError> {
    let sources: Vec<&str> = formats.iter().filter_map(Value::as_str).collect();
    for source in &sources {
        match TimespanFormat::parse(source)?.read(text) {
            Err(puppet_scalars::TimeError::Refused(_)) => {}
            answer => return Ok(answer?),
        }
    }
    ConvertError::raised(format!(
        "Unable to parse '{text}' using any of the formats {}",
        sources.join(", ")
    ))
}

fn integer(value: Option<&Value>) -> i64 {
    match value {
        Some(Value::Integer(number)) => *number,
        _ => 0,
    }
}

fn from_list(fields: &[Value]) -> TimespanFields {
    TimespanFields {
        negative: false,
        days: integer(fields.first()),
        hours: integer(fields.get(1)),
        minutes: integer(fields.get(2)),
        seconds: integer(fields.get(3)),
        milliseconds: integer(fields.get(4)),
        microseconds: integer(fields.get(5)),
        nanoseconds: integer(fields.get(6)),
    }
}

/// The fields by name.
fn from_hash(named: &HashValue) -> TimespanFields {
    let get = |key: &str| named.get(&Value::from(key));
    TimespanFields {
        negative: get("negative") == Some(&Value::Boolean(true)),
        days: integer(get("days")),
        hours: integer(get("hours")),
        minutes: integer(get("minutes")),
        seconds: integer(get("seconds")),
        milliseconds: integer(get("milliseconds")),
        microseconds: integer(get("microseconds")),
        nanoseconds: integer(get("nanoseconds")),
    }
}

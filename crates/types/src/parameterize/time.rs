//! Parameters of `Timespan` and `Timestamp`.

use puppet_scalars::{TimeError, Timespan, TimespanFields, TimespanFormat, Timestamp};

use super::{
    TypeAccess,
    error::{AccessError, class_name},
    scalar::range_error,
};
use crate::{
    ty::{TimespanRange, TimestampRange, Type},
    value::{HashValue, Value},
};

/// `None` if a bound cannot be decided.
type TimeBound<T> = Result<Option<T>, String>;

impl TypeAccess<'_> {
    pub(super) fn timespan(&self, keys: &[Value]) -> Result<Option<Type>, AccessError> {
        self.assert_two(keys)?;
        Ok(timespan_range(keys)
            .map_err(AccessError::runtime)?
            .map(Type::Timespan))
    }

    pub(super) fn timestamp(&self, keys: &[Value]) -> Result<Option<Type>, AccessError> {
        self.assert_two(keys)?;
        Ok(timestamp_range(keys)
            .map_err(AccessError::runtime)?
            .map(Type::Timestamp))
    }

    fn assert_two(&self, keys: &[Value]) -> Result<(), AccessError> {
        if keys.len() > 2 {
            return Err(AccessError::arity(
                &self.base_with_article(),
                0,
                Some(2),
                keys.len(),
            ));
        }
        Ok(())
    }
}

/// The range between two timespans, as each is given: a timespan, seconds, a string, or a hash.
pub(crate) fn timespan_range(keys: &[Value]) -> TimeBound<TimespanRange> {
    range(keys, timespan, TimespanRange::new)
}

/// The range between two timestamps, as each is given: a timestamp, seconds, a string, or a hash.
pub(crate) fn timestamp_range(keys: &[Value]) -> TimeBound<TimestampRange> {
    range(keys, timestamp, TimestampRange::new)
}

fn range<T: Copy + std::fmt::Display, R>(
    keys: &[Value],
    read: impl Fn(&Value) -> TimeBound<T>,
    new: impl Fn(Option<T>, Option<T>) -> Option<R>,
) -> TimeBound<R> {
    let bound = |index: usize| optional(keys.get(index), &read);
    let (Some(from), Some(to)) = (bound(0)?, bound(1)?) else {
        return Ok(None);
    };
    new(from, to).map(Some).ok_or_else(|| reversed(from, to))
}

/// A bound that may be missing or `default`.
fn optional<T>(key: Option<&Value>, read: impl Fn(&Value) -> TimeBound<T>) -> TimeBound<Option<T>> {
    match key {
        None | Some(Value::Undef | Value::Default) => Ok(Some(None)),
        Some(key) => Ok(read(key)?.map(Some)),
    }
}

fn reversed<T: std::fmt::Display>(from: Option<T>, to: Option<T>) -> String {
    match (from, to) {
        (Some(from), Some(to)) => range_error(from, to),
        _ => range_error("-Infinity", "Infinity"),
    }
}

fn timespan(key: &Value) -> TimeBound<Timespan> {
    match key {
        Value::Timespan(span) => Ok(Some(**span)),
        Value::Integer(seconds) => Ok(Some(Timespan::from_secs(*seconds))),
        Value::Float(seconds) => Ok(Timespan::bound_from_secs_f64(*seconds)),
        Value::String(text) => decided(Timespan::parse(text)),
        Value::Hash(entries) => timespan_from_hash(entries),
        other => Err(format!(
            "Unable to create a Puppet::Pops::Time::Timespan from a {}",
            class_name(other)
        )),
    }
}

fn timespan_from_hash(entries: &HashValue) -> TimeBound<Timespan> {
    let get = |name: &str| entries.get(&Value::from(name));
    if let Some(Value::String(text)) = get("string") {
        return match get("format") {
            None => decided(Timespan::parse(text)),
            Some(Value::String(format)) => match TimespanFormat::parse(format) {
                Ok(format) => decided(format.read(text)),
                Err(error) => decided(Err(error)),
            },
            Some(_) => Ok(None),
        };
    }
    if let Some(text) = get("string").filter(|text| **text != Value::Undef) {
        return Err(format!(
            "no implicit conversion of {} into String",
            class_name(text)
        ));
    }
    let parts = [
        "days",
        "hours",
        "minutes",
        "seconds",
        "milliseconds",
        "microseconds",
        "nanoseconds",
    ];
    for part in parts.iter().filter_map(|part| get(part)) {
        match part {
            Value::Integer(_) | Value::Undef => {}
            Value::Float(_) | Value::BigInteger(_) => return Ok(None),
            other => {
                return Err(format!(
                    "{} can't be coerced into Integer",
                    class_name(other)
                ));
            }
        }
    }
    let number = |name: &str| match get(name) {
        Some(Value::Integer(number)) => *number,
        _ => 0,
    };
    Ok(Some(Timespan::from_fields(&TimespanFields {
        negative: get("negative") == Some(&Value::Boolean(true)),
        days: number("days"),
        hours: number("hours"),
        minutes: number("minutes"),
        seconds: number("seconds"),
        milliseconds: number("milliseconds"),
        microseconds: number("microseconds"),
        nanoseconds: number("nanoseconds"),
    })))
}

fn timestamp(key: &Value) -> TimeBound<Timestamp> {
    match key {
        Value::Timestamp(stamp) => Ok(Some(**stamp)),
        Value::Integer(seconds) => Ok(Some(Timestamp::from_secs(*seconds))),
        Value::Float(seconds) => Ok(Timestamp::from_secs_f64(*seconds)),
        Value::String(text) => decided(Timestamp::parse(text)),
        Value::Hash(entries) => timestamp_from_hash(entries),
        other => Err(format!(
            "Unable to create a Puppet::Pops::Time::Timestamp from a {}",
            class_name(other)
        )),
    }
}

/// Timestamp.from_hash, which passes on what is there: without a string, Ruby refuses to convert it.
fn timestamp_from_hash(entries: &HashValue) -> TimeBound<Timestamp> {
    let source = match entries.get(&Value::from("string")) {
        Some(Value::String(text)) => text.as_str(),
        None | Some(Value::Undef) => return Err(no_conversion("nil")),
        Some(Value::Integer(_)) => return Err(no_conversion("Integer")),
        Some(Value::Float(_)) => return Err(no_conversion("Float")),
        Some(Value::Boolean(true)) => return Err(no_conversion("true")),
        Some(Value::Boolean(false)) => return Err(no_conversion("false")),
        Some(_) => return Ok(None),
    };
    let text = |name: &str| match entries.get(&Value::from(name)) {
        None | Some(Value::Undef) => Some(None),
        Some(Value::String(text)) => Some(Some(text.as_str())),
        Some(_) => None,
    };
    let (Some(format), Some(zone)) = (text("format"), text("timezone")) else {
        return Ok(None);
    };
    decided(Timestamp::parse_any(
        source,
        format.as_ref().map(std::slice::from_ref),
        zone,
    ))
}

fn no_conversion(class: &str) -> String {
    format!("no implicit conversion of {class} into String")
}

fn decided<T>(result: Result<T, TimeError>) -> TimeBound<T> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(TimeError::Refused(message)) => Err(message),
        Err(TimeError::Undecidable) => Ok(None),
    }
}

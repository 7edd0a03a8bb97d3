//! `SemVerRange.new`.

use puppet_scalars::{SemVer, SemVerError, SemVerRange, SemVerRangeError};
use puppet_types::Value;

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    match (ask.choose("SemVerRange", args)?, args) {
        (0, [Value::String(text)]) => parse(text),
        (2, [Value::Hash(named)]) => {
            let get = |key: &str| named.get(&Value::from(key));
            Ok(between(get("min"), get("max"), get("exclude_max")))
        }
        _ => Ok(between(args.first(), args.get(1), args.get(2))),
    }
}

fn parse(text: &str) -> Result<Value, ConvertError> {
    match SemVerRange::parse(text) {
        Ok(range) => Ok(range.into()),
        Err(SemVerRangeError::Version(SemVerError::TooLarge)) => Err(ConvertError::Undecidable),
        Err(SemVerRangeError::Crash(text)) => ConvertError::crash(text),
        Err(error) => ConvertError::raised(error.to_string()),
    }
}

fn between(min: Option<&Value>, max: Option<&Value>, exclude_max: Option<&Value>) -> Value {
    let bound = |value: Option<&Value>, open: fn() -> SemVer| match value {
        Some(Value::SemVer(version)) => SemVer::clone(version),
        _ => open(),
    };
    let exclude_max = exclude_max == Some(&Value::Boolean(true));
    SemVerRange::from_bounds(
        &bound(min, SemVer::min),
        &bound(max, SemVer::max),
        exclude_max,
    )
    .into()
}

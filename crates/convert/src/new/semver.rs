//! `SemVer.new`.

use puppet_scalars::{SemVer, SemVerError};
use puppet_types::Value;

use super::dispatch::{Ask, refused};
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    match (ask.accepting("SemVer", args)?, args) {
        (Some(0), [Value::String(text)]) => match SemVer::parse(text) {
            Ok(version) => Ok(version.into()),
            Err(SemVerError::TooLarge) => Err(ConvertError::Undecidable),
            Err(error) => ConvertError::raised(error.to_string()),
        },
        (Some(2), [Value::Hash(named)]) => {
            let get = |key: &str| named.get(&Value::from(key));
            make(
                [get("major"), get("minor"), get("patch")],
                get("prerelease"),
                get("build"),
            )
        }
        (Some(_), args) => make(
            [args.first(), args.get(1), args.get(2)],
            args.get(3),
            args.get(4),
        ),
        (None, [Value::String(text)]) => refused(
            "new_Version",
            format!("The string '{text}' cannot be converted to a SemVer"),
        ),
        (None, args) => ask.no_match("SemVer", args),
    }
}

fn make(
    numbers: [Option<&Value>; 3],
    prerelease: Option<&Value>,
    build: Option<&Value>,
) -> Result<Value, ConvertError> {
    let number = |value: Option<&Value>| match value {
        Some(Value::Integer(number)) => {
            u64::try_from(*number).map_err(|_| ConvertError::Undecidable)
        }
        _ => Err(ConvertError::Undecidable),
    };
    let [major, minor, patch] = numbers;
    let text = |value: Option<&Value>| value.and_then(|value| value.as_str().map(str::to_owned));
    let version = SemVer::with_qualifiers(
        number(major)?,
        number(minor)?,
        number(patch)?,
        text(prerelease).as_deref(),
        text(build).as_deref(),
    );
    Ok(version.into())
}

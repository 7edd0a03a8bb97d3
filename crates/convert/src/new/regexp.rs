//! `Regexp.new`.

use puppet_scalars::Regexp;
use puppet_types::Value;

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose("Regexp", args)?;
    let source = args
        .first()
        .and_then(Value::as_str)
        .ok_or(ConvertError::Undecidable)?;
    let escape = args.get(1) == Some(&Value::Boolean(true));
    let source = if escape {
        Regexp::escape(source)
    } else {
        source.to_owned()
    };
    match Regexp::new(source.as_str()) {
        Ok(regexp) => Ok(regexp.into()),
        Err(error) => ConvertError::raised(format!("{error}: /{source}/")),
    }
}

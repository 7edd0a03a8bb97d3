//! `String.new`.

use puppet_types::Value;

use super::dispatch::Ask;
use crate::{ConvertError, format_value};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose("String", args)?;
    let value = args.first().ok_or(ConvertError::Undecidable)?;
    let formats = args.get(1).unwrap_or(&Value::Default);
    format_value(ask.context(), value, formats).map(Value::from)
}

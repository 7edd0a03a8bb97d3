//! `Type.new`.

use puppet_types::{TypeReadError, Value, read_text};

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose("Type", args)?;
    let text = args
        .first()
        .and_then(Value::as_str)
        .ok_or(ConvertError::Undecidable)?;
    match read_text(ask.context(), text) {
        Ok(ty) => Ok(Value::Type(ty)),
        Err(TypeReadError::Refused(text)) => ConvertError::raised(text),
        Err(TypeReadError::PuppetBreaks) => ConvertError::crash("Puppet breaks on this type"),
        Err(TypeReadError::Undecidable) => Err(ConvertError::Undecidable),
    }
}

//! `Type.new`.

use puppet_types::{ReadError, Value, read_text};

use super::dispatch::{Ask, Constructor, constructor, required};
use crate::ConvertError;

pub(super) const TYPE: Constructor = Constructor {
    name: "new_type",
    aliases: &[],
    signatures: &[&[required("String[1]", "type_string")]],
};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose(constructor!(TYPE), args)?;
    let text = args
        .first()
        .and_then(Value::as_str)
        .ok_or(ConvertError::Undecidable)?;
    match read_text(ask.context(), text) {
        Ok(ty) => Ok(Value::Type(ty)),
        Err(ReadError::Refused(text)) => ConvertError::raised(text),
        Err(ReadError::PuppetBreaks) => ConvertError::crash("Puppet breaks on this type"),
        Err(ReadError::Undecidable) => Err(ConvertError::Undecidable),
    }
}

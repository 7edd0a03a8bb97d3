//! `Sensitive.new`.

use std::sync::Arc;

use puppet_types::Value;

use super::dispatch::{Ask, Constructor, constructor, required};
use crate::ConvertError;

pub(super) const SENSITIVE: Constructor = Constructor {
    name: "new_Sensitive",
    aliases: &[],
    signatures: &[
        &[required("Sensitive", "value")],
        &[required("Any", "value")],
    ],
};

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    let signature = ask.choose(constructor!(SENSITIVE), args)?;
    let value = args.first().ok_or(ConvertError::Undecidable)?;
    Ok(if signature == 0 {
        value.clone()
    } else {
        Value::Sensitive(Arc::new(value.clone()))
    })
}

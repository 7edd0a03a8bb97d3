//! `Sensitive.new`.

use std::sync::Arc;

use puppet_types::Value;

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    let signature = ask.choose("Sensitive", args)?;
    let value = args.first().ok_or(ConvertError::Undecidable)?;
    Ok(if signature == 0 {
        value.clone()
    } else {
        Value::Sensitive(Arc::new(value.clone()))
    })
}

//! `Binary.new`.

use puppet_scalars::{Base64Format, Binary};
use puppet_types::Value;

use super::dispatch::Ask;
use crate::ConvertError;

pub(super) fn new(ask: &Ask<'_>, args: &[Value]) -> Result<Value, ConvertError> {
    ask.choose("Binary", args)?;
    match args {
        [Value::Hash(named)] => {
            let get = |key: &str| named.get(&Value::from(key));
            convert(get("value"), get("format"))
        }
        args => convert(args.first(), args.get(1)),
    }
}

fn convert(from: Option<&Value>, format: Option<&Value>) -> Result<Value, ConvertError> {
    match from {
        Some(Value::String(text)) => {
            let format = format
                .and_then(Value::as_str)
                .and_then(Base64Format::from_format);
            match Binary::parse(text, format.unwrap_or(Base64Format::Strict)) {
                Ok(binary) => Ok(binary.into()),
                Err(error) => ConvertError::raised(error.to_string()),
            }
        }
        Some(Value::Array(items)) => {
            let byte = |item: &Value| match item {
                Value::Integer(byte) => u8::try_from(*byte).ok(),
                _ => None,
            };
            let bytes: Option<Vec<u8>> = items.iter().map(byte).collect();
            bytes
                .map(|bytes| Binary::from_bytes(bytes).into())
                .ok_or(ConvertError::Undecidable)
        }
        _ => Err(ConvertError::Undecidable),
    }
}

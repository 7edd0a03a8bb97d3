//! Texts of values where they stand in strings.

use puppet_types::Value;

use crate::{ConvertError, number::float_text};

/// Deepest nesting of values that is written.
const MAX_DEPTH: usize = 100;

/// The text of a value where it is interpolated in a string (`"${value}"`).
pub fn to_display_string(value: &Value) -> Result<String, ConvertError> {
    let mut text = String::new();
    write(value, &mut text, 0)?;
    Ok(text)
}

fn write(value: &Value, text: &mut String, depth: usize) -> Result<(), ConvertError> {
    if depth > MAX_DEPTH {
        return Err(ConvertError::Undecidable);
    }
    match value {
        Value::Undef => {}
        Value::Default => text.push_str("default"),
        Value::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => text.push_str(&value.to_string()),
        Value::BigInteger(value) => text.push_str(&value.to_string()),
        Value::Float(value) => text.push_str(&float_text(*value)),
        Value::String(value) => text.push_str(value),
        Value::Regexp(value) => text.push_str(&value.delimited()),
        Value::SemVer(value) => text.push_str(&value.to_string()),
        Value::SemVerRange(value) => text.push_str(&value.to_string()),
        Value::Timespan(value) => text.push_str(&value.to_string()),
        Value::Timestamp(value) => text.push_str(&value.to_string()),
        Value::Binary(value) => text.push_str(&value.to_string()),
        Value::Uri(value) => text.push_str(&value.to_string()),
        Value::Type(ty) => text.push_str(&ty.to_string()),
        Value::Sensitive(_) => text.push_str("Sensitive [value redacted]"),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write(item, text, depth + 1)?;
            }
            text.push(']');
        }
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write(key, text, depth + 1)?;
                text.push_str(" => ");
                write(value, text, depth + 1)?;
            }
            text.push('}');
        }
        Value::Iterator(_) | Value::Object(_) => return Err(ConvertError::Undecidable),
    }
    Ok(())
}

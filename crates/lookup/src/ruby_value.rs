//! Values of data files as Ruby makes them.

use puppet_data::{DataEntry, Scalar, Special, ValueKind};
use puppet_scalars::{Base64Format, Binary};
use puppet_types::{BuiltinContext, Value};

/// Why a value of a data file is no value of Puppet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// YAML asks for an instance of a class of Ruby that Puppet does not make: the whole file is refused.
    Class(String),
    /// A symbol other than `:undef` and `:default`, which is no data.
    Symbol,
    /// A number or a sequence of bytes that is not represented here.
    TooSpecial,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Class(name) => write!(f, "an instance of {name} is no fact"),
            Refusal::Symbol => f.write_str("a symbol is no fact"),
            Refusal::TooSpecial => f.write_str("it has a number or bytes that are no fact"),
        }
    }
}

/// A value, with the keys of hashes that are symbols as texts.
///
/// # Errors
/// What is no data.
pub fn value_of(data: &puppet_data::DataValue) -> Result<Value, Refusal> {
    match &data.kind {
        ValueKind::Scalar(scalar) => scalar_value(scalar),
        ValueKind::Sequence(elements) => Ok(Value::array(
            elements
                .iter()
                .map(value_of)
                .collect::<Result<Vec<_>, _>>()?,
        )),
        ValueKind::Mapping(entries) => {
            let entry =
                |entry: &DataEntry| Ok((key_value(&entry.key_scalar)?, value_of(&entry.value)?));
            Ok(Value::hash(
                entries.iter().map(entry).collect::<Result<Vec<_>, _>>()?,
            ))
        }
    }
}

/// The key of a hash.
pub(crate) fn key_value(key: &Scalar) -> Result<Value, Refusal> {
    match key {
        Scalar::Other(Special::Symbol, name) => Ok(Value::string(name.as_str())),
        // No data has such a key, whatever is in the collection.
        Scalar::Other(Special::Collection, _) => Ok(Value::array([])),
        key => scalar_value(key),
    }
}

fn scalar_value(scalar: &Scalar) -> Result<Value, Refusal> {
    Ok(match scalar {
        Scalar::Null => Value::Undef,
        Scalar::Boolean(value) => Value::Boolean(*value),
        Scalar::Number(text) => number(text).ok_or(Refusal::TooSpecial)?,
        Scalar::String(text) => Value::string(text.as_str()),
        Scalar::Other(special, text) => return special_value(special, text),
    })
}

fn special_value(special: &Special, text: &str) -> Result<Value, Refusal> {
    match special {
        Special::Symbol => match text {
            "undef" => Ok(Value::Undef),
            "default" => Ok(Value::Default),
            _ => Err(Refusal::Symbol),
        },
        Special::Time => Err(Refusal::Class("Time".to_owned())),
        Special::Date => Err(Refusal::Class("Date".to_owned())),
        Special::Class(name) => Err(Refusal::Class(name.clone())),
        Special::Collection => Ok(Value::array([])),
        Special::Float => Ok(Value::Float(match text.to_ascii_lowercase().as_str() {
            "-.inf" => f64::NEG_INFINITY,
            ".nan" => f64::NAN,
            _ => f64::INFINITY,
        })),
        Special::Binary => {
            let bytes = Binary::parse(text, Base64Format::Relaxed).ok();
            let text = bytes.as_ref().and_then(Binary::text);
            text.map(Value::string).ok_or(Refusal::TooSpecial)
        }
    }
}

fn number(text: &str) -> Option<Value> {
    if text.contains(['.', 'e', 'E']) {
        return text.parse().ok().map(Value::Float);
    }
    text.parse().ok().map(Value::integer)
}

/// Ruby's `to_s`, as it is put into texts.
pub(crate) fn to_s(value: &Value) -> String {
    puppet_eval::to_string::ruby(&BuiltinContext, value)
}

/// Whether Ruby takes a value for true.
pub(crate) fn is_truthy(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

/// An entry of a hash with a key that is a text.
pub(crate) fn get<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Hash(entries) => entries.get(&Value::string(key)),
        _ => None,
    }
}

//! Inferred types of the values in data files.

use puppet_data::{DataEntry, Scalar, Special, ValueKind};
use puppet_types::{IntegerRange, StructElement, StructKey, Type, Value};

use crate::hiera::interpolation_syntax;
use puppet_types::inferred::Inferred;

/// A value that is the same whenever it is looked up.
#[must_use]
pub fn literal(value: &puppet_data::DataValue) -> Option<Value> {
    Some(match &value.kind {
        ValueKind::Scalar(value) => scalar(value)?,
        ValueKind::Sequence(elements) => {
            Value::array(elements.iter().map(literal).collect::<Option<Vec<_>>>()?)
        }
        ValueKind::Mapping(entries) => {
            let entry =
                |entry: &DataEntry| Some((scalar(&entry.key_scalar)?, literal(&entry.value)?));
            Value::hash(entries.iter().map(entry).collect::<Option<Vec<_>>>()?)
        }
    })
}

/// What is known about a value when it is looked up: text with `%{…}` is a string, whatever it holds.
#[must_use]
pub fn infer_yaml_type(value: &puppet_data::DataValue) -> Inferred {
    match literal(value) {
        Some(value) => Inferred::Value(value),
        None => Inferred::Type(ty(value)),
    }
}

/// The type of a value of which not everything is known.
fn ty(value: &puppet_data::DataValue) -> Type {
    match &value.kind {
        ValueKind::Scalar(Scalar::String(text)) if is_text(text) => Type::STRING,
        ValueKind::Scalar(_) => Type::Unknown,
        ValueKind::Sequence(elements) => {
            let types: Vec<Type> = elements.iter().map(known_type).collect();
            let size = IntegerRange::with_len(types.len());
            Type::tuple_of(types, size)
        }
        ValueKind::Mapping(entries) => {
            let element = |entry: &DataEntry| {
                let Some(Value::String(name)) = scalar(&entry.key_scalar) else {
                    return None;
                };
                Some(StructElement {
                    name: name.as_str().into(),
                    key: StructKey::Required,
                    value: known_type(&entry.value),
                })
            };
            let elements: Option<Vec<_>> = entries.iter().map(element).collect();
            // Of keys that are not all known, only that they are keys.
            elements.map_or_else(any_hash, Type::struct_of)
        }
    }
}

fn any_hash() -> Type {
    Type::hash_of(Type::Unknown, Type::Unknown, IntegerRange::UNBOUNDED)
}

fn known_type(value: &puppet_data::DataValue) -> Type {
    infer_yaml_type(value).ty(&puppet_types::BuiltinContext)
}

/// Whether a text that is computed is a string in any case: it is not decrypted, and no alias stands for another value.
fn is_text(text: &str) -> bool {
    let is_alias = interpolation_syntax::interpolations(text)
        .iter()
        .any(|it| it.call.is_some_and(|call| call.method == "alias"));
    !is_alias && !is_encrypted(text)
}

/// Whether a text may be encrypted (`hiera-eyaml`): what it becomes is not known.
#[must_use]
pub fn is_encrypted(text: &str) -> bool {
    text.contains("ENC[")
}

fn scalar(scalar: &Scalar) -> Option<Value> {
    match scalar {
        Scalar::Null => Some(Value::Undef),
        Scalar::Boolean(value) => Some(Value::Boolean(*value)),
        Scalar::Number(text) => number(text),
        Scalar::String(text) => constant(text),
        Scalar::Other(Special::Symbol, name) => symbol(name),
        Scalar::Other(..) => None,
    }
}

/// The symbols that Puppet's types take for one of its values.
fn symbol(name: &str) -> Option<Value> {
    match name {
        "undef" => Some(Value::Undef),
        "default" => Some(Value::Default),
        _ => None,
    }
}

fn number(text: &str) -> Option<Value> {
    if let Ok(integer) = text.parse() {
        return Some(Value::Integer(integer));
    }
    text.contains(['.', 'e', 'E'])
        .then(|| text.parse().ok().map(Value::Float))?
}

/// A text without interpolations that is not encrypted.
fn constant(text: &str) -> Option<Value> {
    let is_computed = text.contains("%{") || is_encrypted(text);
    (!is_computed).then(|| Value::string(text))
}

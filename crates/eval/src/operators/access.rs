//! `[]` on values (`AccessOperator`); on types it makes other types.

use std::sync::Arc;

use puppet_scalars::Binary;
use puppet_types::{HashValue, ObjectValue, Type, TypeContext, Value};

use super::{Coercions, coerce};
use crate::error::{ErrorCause, ErrorLocation, Operation, Unknown};
use crate::issue::Issue;
use crate::label;
use crate::number::{self, Number, NumberRead};
use crate::type_queries;

/// The value of `left[keys…]`.
pub fn access(
    context: &dyn TypeContext,
    left: &Value,
    keys: &[Value],
    coercions: &mut dyn Coercions,
) -> Operation<Value> {
    match left {
        Value::Array(items) => in_array(context, items, keys, coercions),
        Value::Hash(entries) => in_hash(entries, keys),
        Value::String(text) => in_string(context, text, keys).map(Value::from),
        Value::Binary(binary) => in_bytes(context, binary, keys),
        Value::Type(ty) => on_type(context, ty, keys),
        Value::Object(object) if !is_core_object(object) => Err(Unknown::Function.into()),
        other => {
            let left = label::a_an(&label::value(context, other));
            let message = format!("Operator '[]' is not applicable to {left}.");
            Err(ErrorCause::issue_at(
                ErrorLocation::Left,
                Issue::OperatorNotApplicable,
                message,
            ))
        }
    }
}

/// Whether it is an object of a type that Puppet itself defines: none of them has this operator.
fn is_core_object(object: &ObjectValue) -> bool {
    match &object.ty {
        Type::Object(Some(ty)) => matches!(ty.name.as_deref(), Some("Error" | "Deferred")),
        _ => false,
    }
}

fn on_type(context: &dyn TypeContext, ty: &Type, keys: &[Value]) -> Operation<Value> {
    if let (Type::Resource(resource), [Value::Type(key @ Type::Resource(_))]) = (ty, keys)
        && resource.name.is_none()
    {
        return Ok(Value::Type(key.clone()));
    }
    type_queries::parameterize(context, ty, keys)
}

fn flattened(keys: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(keys.len());
    let mut open: Vec<&Value> = keys.iter().rev().collect();
    while let Some(key) = open.pop() {
        match key {
            Value::Array(items) => open.extend(items.iter().rev()),
            other => flat.push(other.clone()),
        }
    }
    flat
}

fn in_hash(entries: &HashValue, keys: &[Value]) -> Operation<Value> {
    let found = |key: &Value| entries.get(key).cloned().unwrap_or(Value::Undef);
    match keys {
        [] => Err(arity(
            Issue::BadHashSliceArity,
            "Hash supports [] with one or more arguments. Got 0",
        )),
        [key] => Ok(found(key)),
        keys => Ok(Value::from(
            keys.iter()
                .map(found)
                .filter(|value| *value != Value::Undef)
                .collect::<Vec<_>>(),
        )),
    }
}

fn in_array(
    context: &dyn TypeContext,
    items: &Arc<[Value]>,
    keys: &[Value],
    coercions: &mut dyn Coercions,
) -> Operation<Value> {
    let keys = flattened(keys);
    let mut index =
        |at: usize, key: &Value| match coerce(context, key, ErrorLocation::Key(at), coercions)? {
            Number::Integer(index) if i64::try_from(index).is_err() => {
                Err(ErrorCause::runtime("bignum too big to convert into `long'"))
            }
            Number::Integer(index) => Ok(index),
            other => {
                let actual = other
                    .to_value()
                    .map(|value| type_queries::key_name(context, &value))
                    .unwrap_or_default();
                let message = format!("An Array[] cannot use {actual} where Integer is expected");
                Err(ErrorCause::issue_at(
                    ErrorLocation::Key(at),
                    Issue::BadSliceKeyType,
                    message,
                ))
            }
        };
    match keys.as_slice() {
        [key] => {
            let index = index(0, key)?;
            Ok(position(index, items.len())
                .and_then(|at| items.get(at))
                .cloned()
                .unwrap_or(Value::Undef))
        }
        [from, count] => {
            let (from, count) = (index(0, from)?, index(1, count)?);
            let range = slice(from, count, items.len());
            Ok(Value::Array(
                range
                    .and_then(|range| items.get(range))
                    .unwrap_or_default()
                    .into(),
            ))
        }
        keys => {
            let message = format!(
                "Array supports [] with one or two arguments. Got {}",
                keys.len()
            );
            Err(arity(Issue::BadArraySliceArity, message))
        }
    }
}

/// The index that a possibly negative one means.
fn position(index: i128, length: usize) -> Option<usize> {
    let index = if index < 0 {
        index + i128::try_from(length).ok()?
    } else {
        index
    };
    usize::try_from(index).ok()
}

/// The elements from a position on: so many, or (negative) up to a position from the end.
fn slice(from: i128, count: i128, length: usize) -> Option<std::ops::Range<usize>> {
    let total = i128::try_from(length).ok()?;
    let mut start = if from < 0 { total + from } else { from };
    let mut count = if count < 0 {
        total - start + count + 1
    } else {
        count
    };
    if start < 0 {
        count += start;
        start = 0;
    }
    if start > total || count < 0 {
        return None;
    }
    let end = start.saturating_add(count).min(total);
    Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// A part of a string, by character.
fn in_string(context: &dyn TypeContext, text: &str, keys: &[Value]) -> Operation<String> {
    let length = text.chars().count();
    let Some(range) = string_range(context, length, keys)? else {
        return Ok(String::new());
    };
    Ok(text.chars().skip(range.start).take(range.len()).collect())
}

fn in_bytes(context: &dyn TypeContext, binary: &Binary, keys: &[Value]) -> Operation<Value> {
    let bytes = binary.bytes();
    let range = string_range(context, bytes.len(), keys)?;
    let part = range.and_then(|range| bytes.get(range)).unwrap_or_default();
    Ok(Binary::from_bytes(part).into())
}

fn string_range(
    context: &dyn TypeContext,
    length: usize,
    keys: &[Value],
) -> Operation<Option<std::ops::Range<usize>>> {
    let keys = flattened(keys);
    let index = |at: usize, key: &Value| -> Operation<i128> {
        let number = match key {
            Value::String(text) => match number::read(text) {
                NumberRead::Number(number) => Some(number),
                NumberRead::Huge => return Err(Unknown::Undecidable.into()),
                NumberRead::No => None,
            },
            other => Number::from_value(other),
        };
        match number {
            Some(Number::Integer(index)) => Ok(index),
            number => {
                let actual = number
                    .and_then(Number::to_value)
                    .unwrap_or_else(|| key.clone());
                let actual = label::a_an(&type_queries::key_name(context, &actual));
                let message = format!(
                    "A substring operation does not accept {actual} as a character index. Expected an Integer"
                );
                Err(ErrorCause::issue_at(
                    ErrorLocation::Key(at),
                    Issue::BadStringSliceKeyType,
                    message,
                ))
            }
        }
    };
    match keys.as_slice() {
        [key] => {
            let at = position(index(0, key)?, length);
            Ok(at.filter(|at| *at < length).map(|at| at..at + 1))
        }
        [from, count] => Ok(slice(index(0, from)?, index(1, count)?, length)),
        keys => {
            let message = format!(
                "String supports [] with one or two arguments. Got {}",
                keys.len()
            );
            Err(arity(Issue::BadStringSliceArity, message))
        }
    }
}

fn arity(issue: Issue, message: impl Into<String>) -> ErrorCause {
    ErrorCause::issue_at(ErrorLocation::Left, issue, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_like_puppet() {
        let cases = [
            (3, -3, 11, Some(3..9)),
            (5, -7, 11, Some(5..5)),
            (-2, 1, 4, Some(2..3)),
            (2, -1, 4, Some(2..4)),
            (-9, 7, 4, Some(0..2)),
            (4, 1, 4, Some(4..4)),
            (5, 1, 4, None),
            (1, -5, 4, None),
        ];
        for (from, count, length, range) in cases {
            assert_eq!(slice(from, count, length), range, "{from} {count} {length}");
        }
    }
}

//! `+`, `-` and `<<` on arrays and hashes, and `+` on URIs and binaries (`EvaluatorImpl#concatenate`, `#delete`).

use std::sync::Arc;

use puppet_hir::model::ArithmeticOperator as Op;
use puppet_scalars::{Binary, Uri};
use puppet_types::{HashValue, Value};

use super::{arithmetic, equality};
use crate::error::{ErrorCause, Operation};

/// The value of `left operator right`, or nothing when the operator is not one for these operands.
pub fn calculate(operator: Op, left: &Value, right: &Value) -> Option<Operation<Value>> {
    match (operator, left) {
        (Op::Add, Value::Uri(uri)) => Some(merge_uri(uri, right)),
        (Op::Add, Value::Binary(binary)) => Some(append_binary(binary, right)),
        (Op::Add, Value::Array(items)) => Some(Ok(append(items, right))),
        (Op::Add, Value::Hash(entries)) => Some(merge(entries, right)),
        (Op::Subtract, Value::Array(items)) => Some(Ok(delete_items(items, right))),
        (Op::Subtract, Value::Hash(entries)) => Some(Ok(delete_keys(entries, right))),
        (Op::ShiftLeft, Value::Array(items)) => Some(Ok(Value::Array(
            items.iter().chain([right]).cloned().collect(),
        ))),
        (Op::ShiftLeft, Value::Hash(_)) => Some(Err(arithmetic::not_applicable(operator, "Hash"))),
        _ => None,
    }
}

fn append(items: &[Value], right: &Value) -> Value {
    Value::Array(match right {
        Value::Array(more) => items.iter().chain(more.iter()).cloned().collect(),
        Value::Hash(entries) => items.iter().cloned().chain(pairs(entries)).collect(),
        other => items.iter().chain([other]).cloned().collect(),
    })
}

/// The entries of a hash as arrays of a key and a value.
pub fn pairs(entries: &HashValue) -> impl Iterator<Item = Value> + '_ {
    entries
        .iter()
        .map(|(key, value)| Value::array([key.clone(), value.clone()]))
}

fn merge(entries: &HashValue, right: &Value) -> Operation<Value> {
    let mut merged = entries.clone();
    match right {
        Value::Hash(more) => {
            merged.extend(more.iter().map(|(key, value)| (key.clone(), value.clone())))
        }
        Value::Array(items) => merged.extend(entries_of(items)?),
        _ => {
            return Err(ErrorCause::runtime(
                "Can only append Array or Hash to a Hash",
            ));
        }
    }
    Ok(Value::Hash(Arc::new(merged)))
}

/// An array as entries: pairs when all elements are arrays, else keys and values by turns (Ruby's `Hash[]`).
pub fn entries_of(items: &[Value]) -> Operation<Vec<(Value, Value)>> {
    let nested: Option<Vec<&Arc<[Value]>>> = items
        .iter()
        .map(|item| match item {
            Value::Array(pair) => Some(pair),
            _ => None,
        })
        .collect();
    if let Some(nested) = nested {
        return nested.into_iter().map(|pair| entry(pair)).collect();
    }
    let mut entries = Vec::with_capacity(items.len() / 2);
    let mut rest = items.iter();
    while let Some(key) = rest.next() {
        let Some(value) = rest.next() else {
            return Err(ErrorCause::runtime("odd number of arguments for Hash"));
        };
        entries.push((key.clone(), value.clone()));
    }
    Ok(entries)
}

fn entry(pair: &[Value]) -> Operation<(Value, Value)> {
    match pair {
        [key] => Ok((key.clone(), Value::Undef)),
        [key, value] => Ok((key.clone(), value.clone())),
        other => Err(ErrorCause::runtime(format!(
            "invalid number of elements ({} for 1..2)",
            other.len()
        ))),
    }
}

fn merge_uri(uri: &Uri, right: &Value) -> Operation<Value> {
    let reference = match right {
        Value::Uri(other) => (**other).clone(),
        Value::String(text) => {
            Uri::parse(text).map_err(|error| ErrorCause::runtime(error.to_string()))?
        }
        _ => {
            return Err(ErrorCause::runtime(
                "An URI can only be merged with an URI or String",
            ));
        }
    };
    uri.merge(&reference)
        .map(Value::from)
        .map_err(|error| ErrorCause::runtime(error.to_string()))
}

fn append_binary(binary: &Binary, right: &Value) -> Operation<Value> {
    match right {
        Value::Binary(other) => {
            let bytes: Vec<u8> = binary
                .bytes()
                .iter()
                .chain(other.bytes())
                .copied()
                .collect();
            Ok(Binary::from_bytes(bytes).into())
        }
        _ => Err(ErrorCause::runtime("Can only append Binary to a Binary")),
    }
}

fn delete_items(items: &[Value], right: &Value) -> Value {
    let pairs_of_right: Vec<Value>;
    let deleted: &[Value] = match right {
        Value::Array(list) => list,
        Value::Hash(entries) => {
            pairs_of_right = pairs(entries).collect();
            &pairs_of_right
        }
        other => std::slice::from_ref(other),
    };
    let mut unequal = equality::EqualityFinder::new(deleted);
    Value::Array(
        items
            .iter()
            .filter(|item| !unequal.contains(item))
            .cloned()
            .collect(),
    )
}

fn delete_keys(entries: &HashValue, right: &Value) -> Value {
    let mut kept = entries.clone();
    match right {
        Value::Array(keys) => {
            let keys: rustc_hash::FxHashSet<&Value> = keys.iter().collect();
            kept.retain(|key, _| !keys.contains(key));
        }
        Value::Hash(others) => kept.retain(|key, _| !others.contains_key(key)),
        other => kept.retain(|key, _| key != other),
    }
    Value::Hash(Arc::new(kept))
}

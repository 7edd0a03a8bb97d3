//! Functions about hashes.

use puppet_eval::functions::{EvalCall, Function, dispatched, legacy};
use puppet_eval::{EvalResult, Unknown, Unwind};
use puppet_types::{HashValue, Value};

use super::{array, hash, is_missing};

/// How deep hashes are merged.
const MAX_DEPTH: usize = 60;

pub(super) const FUNCTIONS: &[Function] = &[
    legacy("deep_merge", -3, deep_merge),
    legacy("delete_undef_values", 1, delete_undef_values),
    legacy("delete_values", 2, delete_values),
    legacy("has_key", 2, has_key),
    legacy("hash", 1, from_pairs),
    legacy("is_hash", 1, is_hash),
    legacy("join_keys_to_values", 2, join_keys_to_values),
    legacy("merge", -2, merge),
    dispatched("stdlib::nested_values", &["(Hash $hash)"], nested_values),
];

/// Hashes that may be left out.
fn hashes(call: &EvalCall<'_, '_, '_>) -> EvalResult<Vec<HashValue>> {
    let indexes = 0..call.arguments.len();
    let given = indexes.filter(|index| !is_missing(call.argument(*index)));
    given.map(|index| hash(call, index)).collect()
}

fn merge(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut merged = HashValue::default();
    for entries in hashes(call)? {
        call.evaluator.budget.spend(entries.len())?;
        merged.extend(entries);
    }
    Ok(Value::from(merged))
}

fn deep_merge(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut merged = HashValue::default();
    for entries in hashes(call)? {
        call.evaluator.budget.spend(entries.len())?;
        merged = merged_deeply(merged, &entries, 0)?;
    }
    Ok(Value::from(merged))
}

fn merged_deeply(mut into: HashValue, more: &HashValue, depth: usize) -> EvalResult<HashValue> {
    if depth > MAX_DEPTH {
        return Err(Unknown::Limit.into());
    }
    for (key, value) in more {
        let value = match (into.get(key), value) {
            (Some(Value::Hash(old)), Value::Hash(new)) => {
                Value::from(merged_deeply((**old).clone(), new, depth + 1)?)
            }
            _ => value.clone(),
        };
        into.insert(key.clone(), value);
    }
    Ok(into)
}

fn has_key(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::Hash(entries) => {
            let key = call.argument(1);
            Ok(Value::Boolean(entries.get(key).is_some()))
        }
        _ => {
            let message = "has_key(): expects the first argument to be a hash";
            Err(Unwind::Raised(message.to_owned()))
        }
    }
}

fn delete_undef_values(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    without(call, &[Value::Undef])
}

fn delete_values(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    hash(call, 0)?;
    let unwanted = call.argument(1).clone();
    without(call, &[unwanted])
}

fn without(call: &EvalCall<'_, '_, '_>, unwanted: &[Value]) -> EvalResult<Value> {
    match call.argument(0) {
        Value::Hash(entries) => {
            let kept = entries
                .iter()
                .filter(|(_, value)| !unwanted.contains(value));
            Ok(Value::hash(
                kept.map(|(key, value)| (key.clone(), value.clone())),
            ))
        }
        _ => {
            let mut items = array(call, 0)?;
            items.retain(|item| !unwanted.contains(item));
            Ok(Value::from(items))
        }
    }
}

/// The values of a hash, and those of the hashes in it.
fn nested_values(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut values = Vec::new();
    let mut rest: Vec<Value> = vec![call.argument(0).clone()];
    while let Some(value) = rest.pop() {
        call.evaluator.budget.spend(1)?;
        match value {
            Value::Hash(entries) => {
                let inner = entries.iter().map(|(_, value)| value.clone());
                let inner: Vec<Value> = inner.collect();
                rest.extend(inner.into_iter().rev());
            }
            value => values.push(value),
        }
    }
    Ok(Value::from(values))
}

fn is_hash(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Ok(Value::Boolean(matches!(call.argument(0), Value::Hash(_))))
}

/// `hash(['a', 1])`
fn from_pairs(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let items = array(call, 0)?;
    if items.iter().any(|item| matches!(item, Value::Array(_))) || items.len() % 2 != 0 {
        return Err(Unknown::Function.into());
    }
    let pairs = items.chunks_exact(2).filter_map(|pair| match pair {
        [key, value] => Some((key.clone(), value.clone())),
        _ => None,
    });
    Ok(Value::hash(pairs))
}

fn join_keys_to_values(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let separator = call.text(1).to_owned();
    let mut texts = Vec::new();
    for (key, value) in &hash(call, 0)? {
        for value in super::listed(value) {
            let (Some(key), Some(value)) = (key.as_str(), scalar_text(&value)) else {
                return Err(Unknown::Function.into());
            };
            texts.push(Value::from(format!("{key}{separator}{value}")));
        }
    }
    Ok(Value::from(texts))
}

/// A scalar as Ruby writes it.
fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.to_string()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(value) => Some(value.to_string()),
        _ => None,
    }
}

//! Functions on arrays and hashes.

use std::cmp::Ordering;

use puppet_types::Value;

use super::function::{EvalCall, Function, builtin, refusing};
use super::signature::ArgumentRefusal;
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Unwind};
use crate::number::Number;
use crate::operators::comparison::compare_numbers;
use crate::to_string;
use crate::type_queries;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("keys", keys),
    builtin("values", values),
    builtin("flatten", flatten),
    builtin("length", length),
    builtin("size", length),
    builtin("empty", empty),
    builtin("sort", sort),
    builtin("dig", |call| {
        let keys = call.arguments.get(1..).unwrap_or_default();
        dig(call, call.argument(0).clone(), keys).map_err(Unwind::Raised)
    }),
    builtin("get", |call| {
        let (value, path, default) = (
            call.argument(0).clone(),
            call.text(1).to_owned(),
            call.argument(2).clone(),
        );
        get(call, value, &path, default)
    }),
    refusing(
        "getvar",
        &[ArgumentRefusal {
            signature: "(String $get_string, Any $default_value?, Callable &$block?)",
            reason: |_| "The given string does not start with a valid variable name".to_owned(),
        }],
        getvar,
    ),
];

fn keys(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::Hash(entries) => Ok(Value::from(entries.keys().cloned().collect::<Vec<_>>())),
        _ => Err(Unknown::Undecidable.into()),
    }
}

fn values(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        Value::Hash(entries) => Ok(Value::from(entries.values().cloned().collect::<Vec<_>>())),
        _ => Err(Unknown::Undecidable.into()),
    }
}

fn flatten(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut flat = Vec::new();
    for argument in &call.arguments {
        flatten_into(&mut flat, argument);
    }
    call.evaluator
        .budget
        .allocate(flat.len().saturating_mul(size_of::<Value>()))?;
    Ok(Value::from(flat))
}

/// Adds the value, or its elements when it is an array, and theirs.
pub(super) fn flatten_into(flat: &mut Vec<Value>, value: &Value) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| flatten_into(flat, item)),
        other => flat.push(other.clone()),
    }
}

fn length(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let length = match call.argument(0) {
        Value::Array(items) => items.len(),
        Value::Hash(entries) => entries.len(),
        Value::String(text) => text.chars().count(),
        Value::Binary(binary) => binary.bytes().len(),
        _ => return Err(Unknown::Undecidable.into()),
    };
    Ok(Value::Integer(i64::try_from(length).unwrap_or(i64::MAX)))
}

fn empty(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let is_empty = match call.argument(0) {
        Value::Array(items) => items.is_empty(),
        Value::Hash(entries) => entries.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Sensitive(inner) => inner.as_str().is_some_and(str::is_empty),
        Value::Binary(binary) => binary.bytes().is_empty(),
        Value::Undef => true,
        _ => {
            call.evaluator
                .warn_once("Calling function empty() with Numeric value is deprecated.");
            false
        }
    };
    Ok(Value::Boolean(is_empty))
}

fn sort(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut items = call.all_elements()?;
    let mut failed = None;
    // The comparison may fail: the sort then ends with whatever order, which is not used.
    merge_sort(&mut items, &mut |a, b| match order(call, a, b) {
        Ok(order) => Some(order),
        Err(stop) => {
            failed = Some(stop);
            None
        }
    });
    match (failed, call.argument(0)) {
        (Some(stop), _) => Err(stop),
        (None, Value::String(_)) => Ok(Value::from(
            items.iter().filter_map(Value::as_str).collect::<String>(),
        )),
        (None, _) => Ok(Value::from(items)),
    }
}

/// Sorts by merging; none from the comparison ends it.
fn merge_sort(
    items: &mut Vec<Value>,
    compare: &mut dyn FnMut(&Value, &Value) -> Option<Ordering>,
) -> Option<()> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for chunk in items.chunks(width * 2) {
            let (mut left, mut right) = chunk.split_at(width.min(chunk.len()));
            while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
                if compare(a, b)?.is_gt() {
                    merged.push(b.clone());
                    right = right_rest;
                } else {
                    merged.push(a.clone());
                    left = left_rest;
                }
            }
            merged.extend(left.iter().chain(right).cloned());
        }
        *items = merged;
        width *= 2;
    }
    Some(())
}

fn order(call: &mut EvalCall<'_, '_, '_>, a: &Value, b: &Value) -> EvalResult<Ordering> {
    call.evaluator.budget.spend(1)?;
    let context = call.evaluator.definitions.clone();
    let failed = || Unwind::Raised(super::numbers::incomparable(&*context, a, b));
    if call.block.is_none() {
        return ruby_order(a, b).ok_or_else(failed);
    }
    let order = call.yield_with(vec![a.clone(), b.clone()])?;
    let order = Number::from_value(&order).ok_or_else(failed)?;
    order.to_f64().partial_cmp(&0.0).ok_or_else(failed)
}

/// Ruby's `<=>`; none if the values have no order.
fn ruby_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (Value::SemVer(a), Value::SemVer(b)) => Some(a.precedence(b)),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match ruby_order(a, b)? {
                    Ordering::Equal => {}
                    order => return Some(order),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        _ => match (Number::from_value(a), Number::from_value(b)) {
            (Some(a), Some(b)) => compare_numbers(a, b).ok(),
            _ => (a == b).then_some(Ordering::Equal),
        },
    }
}

/// Looks for a value in nested collections, key by key; the error is Puppet's text.
fn dig(call: &EvalCall<'_, '_, '_>, data: Value, keys: &[Value]) -> Result<Value, String> {
    let infer = |value: &Value| type_queries::infer(&*call.evaluator.definitions, value);
    let mut found = data;
    for (index, key) in keys.iter().enumerate() {
        let path = |until: usize| {
            let path = Value::array(keys.get(..until).unwrap_or_default().to_vec());
            to_string::inspected(&*call.evaluator.definitions, &path)
        };
        found = match (&found, key) {
            (Value::Undef, _) | (_, Value::Undef) => return Ok(Value::Undef),
            (Value::Hash(entries), key) => entries.get(key).cloned().unwrap_or(Value::Undef),
            (Value::Array(items), Value::Integer(at)) => item_at(items, *at),
            (Value::Array(_), key) => {
                return Err(format!(
                    "The given data requires an Integer index at {}, got '{}'",
                    path(index + 1),
                    infer(key)
                ));
            }
            (other, _) => {
                return Err(format!(
                    "The given data does not contain a Collection at {}, got '{}'",
                    path(index),
                    infer(other)
                ));
            }
        };
    }
    Ok(found)
}

/// The element at an index; negative ones count from the end.
fn item_at(items: &[Value], at: i64) -> Value {
    let index = if at < 0 {
        i64::try_from(items.len())
            .unwrap_or(i64::MAX)
            .saturating_add(at)
    } else {
        at
    };
    usize::try_from(index)
        .ok()
        .and_then(|index| items.get(index))
        .cloned()
        .unwrap_or(Value::Undef)
}

/// Digs by a path of segments with dots between.
fn get(
    call: &mut EvalCall<'_, '_, '_>,
    value: Value,
    path: &str,
    default: Value,
) -> EvalResult<Value> {
    if value == Value::Undef {
        return Ok(default);
    }
    if path.is_empty() {
        return Ok(value);
    }
    let Some(keys) = segments(path) else {
        return Err(Unwind::Raised(
            "Syntax error in dotted-navigation string".to_owned(),
        ));
    };
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        let arguments = std::iter::once(value).chain(keys).collect();
        return call
            .evaluator
            .call_function(call.id, "dig", arguments, None);
    }
    match dig(call, value, &keys) {
        Ok(Value::Undef) => Ok(default),
        Ok(value) => Ok(value),
        // The lambda gets an Error object.
        Err(_) if call.block.is_some() => Err(Unknown::Function.into()),
        Err(message) => Err(Unwind::Raised(message)),
    }
}

/// The segments of a path; digits are numbers, and quotes keep dots. None for an error of syntax.
fn segments(path: &str) -> Option<Vec<Value>> {
    let mut keys = Vec::new();
    let mut rest = path;
    loop {
        let trimmed = rest.trim_start();
        let (key, after) = match trimmed.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let (text, after) = trimmed.get(1..)?.split_once(quote)?;
                if text.is_empty() {
                    return None;
                }
                (Value::from(text), after.trim_start())
            }
            _ => {
                let end = rest.find(['.', '"', '\'']).unwrap_or(rest.len());
                let (text, after) = rest.split_at(end);
                if text.is_empty() {
                    return None;
                }
                (segment(text.trim()), after)
            }
        };
        keys.push(key);
        match after.strip_prefix('.') {
            Some(next) => rest = next,
            None if after.is_empty() => return Some(keys),
            None => return None,
        }
    }
}

fn segment(text: &str) -> Value {
    let digits = text.strip_prefix(':').unwrap_or(text);
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Value::Integer(digits.parse().unwrap_or_default());
    }
    Value::from(text)
}

fn getvar(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let text = call.text(0).to_owned();
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let default = call.argument(1).clone();
    let path = match (rest.strip_prefix('.'), rest.chars().next()) {
        (Some(path), _) => path,
        (None, None) => "",
        (None, Some(first)) => {
            let message =
                format!("First character after var name in get string must be a '.' - got {first}");
            return Err(Unwind::Raised(message));
        }
    };
    match call.evaluator.lookup_variable(name)? {
        Some(value) => get(call, value, path, default),
        None => Ok(default),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_paths() {
        let int = Value::Integer;
        let cases: [(&str, Option<Vec<Value>>); 7] = [
            ("a.b", Some(vec!["a".into(), "b".into()])),
            ("0.-1", Some(vec![int(0), int(-1)])),
            ("'a.b'.c", Some(vec!["a.b".into(), "c".into()])),
            ("\"1\"", Some(vec!["1".into()])),
            ("a..b", None),
            ("a.", None),
            ("'a", None),
        ];
        for (path, expected) in cases {
            assert_eq!(segments(path), expected, "{path}");
        }
    }

    #[test]
    fn sorts_stably_and_stops() {
        let mut items: Vec<Value> = [3_i64, 1, 2, 1].map(Value::Integer).to_vec();
        merge_sort(&mut items, &mut ruby_order);
        assert_eq!(items, [1_i64, 1, 2, 3].map(Value::Integer));
        let mut items = vec![Value::Integer(1), Value::from("a")];
        assert_eq!(merge_sort(&mut items, &mut ruby_order), None);
    }
}

//! `in` (`CompareOperator#include?`).

use puppet_types::{TypeContext, Value};

use super::equality;
use super::matching::{Matched, includes, match_text, matches_option};
use crate::error::Operation;
use crate::number::Number;
use crate::type_queries;

/// `element in container`.
pub fn evaluate(
    context: &dyn TypeContext,
    element: &Value,
    container: &Value,
) -> Operation<Matched> {
    match container {
        Value::String(text) => in_string(element, text),
        Value::Binary(binary) => Ok(in_bytes(element, binary.bytes()).into()),
        Value::Array(items) => in_items(context, element, items.iter()),
        Value::Hash(entries) => in_items(context, element, entries.keys()),
        Value::SemVerRange(range) => Ok(includes(range, element).into()),
        _ => Ok(false.into()),
    }
}

fn in_string(element: &Value, text: &str) -> Operation<Matched> {
    match element {
        Value::String(part) => Ok(text.to_lowercase().contains(&part.to_lowercase()).into()),
        Value::Regexp(regexp) => match_text(regexp, text),
        _ => Ok(false.into()),
    }
}

fn in_bytes(element: &Value, bytes: &[u8]) -> bool {
    let contains =
        |part: &[u8]| part.is_empty() || bytes.windows(part.len()).any(|window| window == part);
    match element {
        Value::Binary(other) => contains(other.bytes()),
        Value::String(text) => contains(text.as_bytes()),
        _ => Number::from_value(element).is_some_and(|_| {
            bytes
                .iter()
                .any(|byte| equality::ruby_equals(&Value::Integer((*byte).into()), element))
        }),
    }
}

fn in_items<'a>(
    context: &dyn TypeContext,
    element: &Value,
    items: impl Iterator<Item = &'a Value>,
) -> Operation<Matched> {
    for item in items {
        let found = match element {
            Value::Regexp(regexp) => match item {
                Value::String(text) => match_text(regexp, text)?,
                _ => false.into(),
            },
            // Here the elements are the patterns.
            Value::String(_) | Value::SemVer(_) => matches_option(context, element, item)?,
            Value::Type(ty) => type_queries::instance(context, ty, item)?.into(),
            _ => equality::equals(item, element).into(),
        };
        if found.matched {
            return Ok(found);
        }
    }
    Ok(false.into())
}

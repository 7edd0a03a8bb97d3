//! `*` before an expression (`EvaluatorImpl#eval_UnfoldExpression`).

use std::sync::Arc;

use puppet_types::Value;

use super::collection;

/// The values that `*value` stands for.
pub fn unfold(value: &Value) -> Arc<[Value]> {
    match value {
        Value::Undef => Arc::new([]),
        Value::Array(items) => items.clone(),
        Value::Hash(entries) => collection::pairs(entries).collect(),
        Value::Iterator(iterator) => iterator.items.clone().into(),
        other => Arc::new([other.clone()]),
    }
}

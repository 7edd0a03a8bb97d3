//! Functions of stdlib and of other common modules in Ruby, as far as they depend on their arguments and the catalog.
//!
//! What they do with arguments that they refuse, or that only some versions take, is unknown.

mod arrays;
mod checks;
mod declarations;
mod hashes;
mod texts;

use std::sync::LazyLock;

use puppet_eval::functions::{EvalCall, Function, Known};
use puppet_eval::{EvalResult, Unknown};
use puppet_types::Value;
use rustc_hash::FxHashMap;

/// All functions, family by family.
const TABLE: &[&[Function]] = &[
    arrays::FUNCTIONS,
    checks::FUNCTIONS,
    declarations::FUNCTIONS,
    hashes::FUNCTIONS,
    texts::FUNCTIONS,
];

static BY_NAME: LazyLock<FxHashMap<&'static str, Known>> = LazyLock::new(|| {
    let functions = TABLE.iter().flat_map(|family| family.iter());
    functions
        .map(|function| (function.name, Known::new(function)))
        .collect()
});

/// The function with that name, if what it does is known.
pub(crate) fn find(name: &str) -> Option<&'static Known> {
    BY_NAME.get(name)
}

/// The elements of an argument that must be an array.
fn array(call: &EvalCall<'_, '_, '_>, index: usize) -> EvalResult<Vec<Value>> {
    match call.argument(index) {
        Value::Array(items) => Ok(items.to_vec()),
        _ => Err(Unknown::Function.into()),
    }
}

/// The entries of an argument that must be a hash.
fn hash(call: &EvalCall<'_, '_, '_>, index: usize) -> EvalResult<puppet_types::HashValue> {
    match call.argument(index) {
        Value::Hash(entries) => Ok((**entries).clone()),
        _ => Err(Unknown::Function.into()),
    }
}

/// A value as an array: a scalar is its only element.
fn listed(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items.to_vec(),
        other => vec![other.clone()],
    }
}

/// What functions for Puppet 3 get for `undef`, or the value itself.
fn is_missing(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use puppet_eval::functions::CallKind;

    use super::*;

    #[test]
    fn each_name_is_there_once_and_each_signature_can_be_read() {
        let functions: Vec<&Function> = TABLE.iter().flat_map(|family| family.iter()).collect();
        assert_eq!(functions.len(), BY_NAME.len());
        for known in BY_NAME.values() {
            let is_dispatched = matches!(known.function.kind, CallKind::Dispatched { .. });
            let name = known.function.name;
            assert_eq!(known.dispatch().is_some(), is_dispatched, "{name}");
        }
    }
}

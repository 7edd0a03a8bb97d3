//! The values that the expressions of a program gave when they were evaluated.

use puppet_hir::{BodyId, ExprId};
use puppet_types::Value;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::EvalResult;
use super::scope::Slot;

/// What an expression gave, each time it was evaluated.
#[derive(Debug, Clone, PartialEq)]
pub enum Traced {
    /// Always this value.
    Value(Value),
    /// Several values.
    Several,
    /// Something that is not known, or nothing because it ended with an error or a jump.
    Unknown,
}

/// What the expressions of all bodies gave. What is missing was not evaluated.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    exprs: FxHashMap<(BodyId, ExprId), Traced>,
    parameters: FxHashMap<(BodyId, SmolStr), Traced>,
}

impl Trace {
    /// What an expression gave; none if it was not evaluated.
    #[must_use]
    pub fn expr(&self, body: BodyId, expr: ExprId) -> Option<&Traced> {
        self.exprs.get(&(body, expr))
    }

    /// What a parameter of a class or defined type was set to; none if it was not set.
    #[must_use]
    pub fn parameter(&self, body: BodyId, name: &str) -> Option<&Traced> {
        self.parameters.get(&(body, name.into()))
    }

    pub(super) fn add_expr(&mut self, body: BodyId, expr: ExprId, result: &EvalResult<Value>) {
        // An error, a jump and what is not known give no value.
        let value = result.as_ref().ok();
        merge(self.exprs.entry((body, expr)), value);
    }

    pub(super) fn add_parameter(&mut self, body: BodyId, name: &SmolStr, slot: &Slot) {
        merge(
            self.parameters.entry((body, name.clone())),
            slot.as_ref().ok(),
        );
    }
}

fn merge<K>(entry: std::collections::hash_map::Entry<'_, K, Traced>, value: Option<&Value>) {
    let traced = value.map_or(Traced::Unknown, |value| Traced::Value(value.clone()));
    entry
        .and_modify(|known| match (&known, &traced) {
            (Traced::Unknown, _) | (_, Traced::Unknown) => *known = Traced::Unknown,
            (known_value, _) if **known_value == traced => {}
            _ => *known = Traced::Several,
        })
        .or_insert(traced);
}

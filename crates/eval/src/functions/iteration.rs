//! Functions that call a lambda for each element.

use std::sync::Arc;

use puppet_types::{HashValue, Range, Type, TypeContext, Value};
use rustc_hash::FxHashSet;

use super::function::{EvalCall, Function, builtin};
use crate::error::Unknown;
use crate::evaluator::{EvalResult, JumpKind, Unwind};
use crate::operators::equality::ruby_equals;
use crate::operators::is_true;
use crate::type_queries;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("all", all),
    builtin("any", any),
    builtin("each", each),
    builtin("filter", filter),
    builtin("map", map),
    builtin("index", index),
    builtin("reduce", reduce),
    builtin("slice", slice),
    builtin("step", step),
    builtin("reverse_each", reverse_each),
    builtin("group_by", group_by),
    builtin("partition", partition),
    builtin("unique", unique),
];

/// The elements of something that can be iterated (`Iterable.on`).
pub struct IterableElements {
    source: IterationSource,
    next: usize,
    /// Whether the elements are the entries of a hash.
    pub is_hash: bool,
}

enum IterationSource {
    Items(Arc<[Value]>),
    Entries(Arc<HashValue>),
    Iterator(Arc<puppet_types::IteratorValue>),
    Text(std::vec::IntoIter<char>),
    Range { next: Option<i64>, last: i64 },
}

impl Iterator for IterableElements {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let index = self.next;
        self.next += 1;
        match &mut self.source {
            IterationSource::Items(items) => items.get(index).cloned(),
            IterationSource::Iterator(iterator) => iterator.items.get(index).cloned(),
            IterationSource::Entries(entries) => entries
                .get_index(index)
                .map(|(key, value)| Value::array(vec![key.clone(), value.clone()])),
            IterationSource::Text(chars) => {
                chars.next().map(|c| Value::String(c.to_string().into()))
            }
            IterationSource::Range { next, last } => {
                let value = (*next)?;
                *next = value.checked_add(1).filter(|next| *next <= *last);
                Some(Value::Integer(value))
            }
        }
    }
}

/// The elements of a value; none if it cannot be iterated.
pub fn elements(context: &dyn TypeContext, value: &Value) -> Option<IterableElements> {
    let source = match value {
        Value::Array(items) => IterationSource::Items(items.clone()),
        Value::Hash(entries) => IterationSource::Entries(entries.clone()),
        Value::Iterator(iterator) => IterationSource::Iterator(iterator.clone()),
        Value::String(text) => IterationSource::Text(text.chars().collect::<Vec<_>>().into_iter()),
        Value::Integer(0) => IterationSource::Items(Arc::new([])),
        Value::Integer(count) if *count > 0 => IterationSource::Range {
            next: Some(0),
            last: count - 1,
        },
        // More than can be counted: the iteration meets a limit.
        Value::BigInteger(count) if **count > 0 => IterationSource::Range {
            next: Some(0),
            last: i64::MAX,
        },
        Value::Type(ty) => match type_queries::resolve_alias(context, ty) {
            Type::BigInteger(range) if range.is_finite() => IterationSource::Range {
                next: Some(0),
                last: i64::MAX,
            },
            Type::Integer(range) => {
                let (from, to) = (*range.lower_bound()?, *range.upper_bound()?);
                IterationSource::Range {
                    next: Some(from).filter(|from| *from <= to),
                    last: to,
                }
            }
            Type::Enum(values) => {
                IterationSource::Items(values.values.iter().cloned().map(Value::String).collect())
            }
            _ => return None,
        },
        _ => return None,
    };
    let is_hash = matches!(source, IterationSource::Entries(_));
    Some(IterableElements {
        source,
        next: 0,
        is_hash,
    })
}

impl EvalCall<'_, '_, '_> {
    /// The elements of the first argument.
    fn elements(&self) -> EvalResult<IterableElements> {
        // The signature has made sure of it, but for types that only look as if they could be iterated.
        elements(&*self.evaluator.definitions, self.argument(0))
            .ok_or(Unwind::Unknown(Unknown::Undecidable))
    }

    /// All elements at once, against the limits.
    pub(super) fn all_elements(&mut self) -> EvalResult<Vec<Value>> {
        let mut all = Vec::new();
        for element in self.elements()? {
            self.evaluator.budget.spend(1)?;
            self.evaluator.budget.allocate(size_of::<Value>())?;
            all.push(element);
        }
        Ok(all)
    }

    /// Whether the lambda takes two parameters.
    fn takes_two(&self) -> bool {
        matches!(self.signature, 0 | 2)
    }

    /// What the lambda is called with for an element.
    fn block_arguments(&self, is_hash: bool, index: usize, element: Value) -> Vec<Value> {
        if !self.takes_two() {
            return vec![element];
        }
        match element {
            Value::Array(pair) if is_hash => pair.to_vec(),
            element => vec![
                Value::Integer(i64::try_from(index).unwrap_or(i64::MAX)),
                element,
            ],
        }
    }

    /// Calls the lambda for each element until `visit`, which gets its value, says false.
    fn for_each(
        &mut self,
        mut visit: impl FnMut(&mut Self, Value, Value) -> EvalResult<bool>,
    ) -> EvalResult<()> {
        let elements = self.elements()?;
        let is_hash = elements.is_hash;
        for (index, element) in elements.enumerate() {
            self.evaluator.budget.spend(1)?;
            let arguments = self.block_arguments(is_hash, index, element.clone());
            let value = self.yield_with(arguments)?;
            if !visit(self, element, value)? {
                break;
            }
        }
        Ok(())
    }
}

/// `break` in the lambda ends the iteration, not more.
pub(super) fn run_until_break(result: EvalResult<()>) -> EvalResult<()> {
    match result {
        Err(Unwind::Jump(jump)) if jump.has_kind(JumpKind::Break) => Ok(()),
        other => other,
    }
}

fn each(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    run_until_break(call.for_each(|_, _, _| Ok(true)))?;
    Ok(call.argument(0).clone())
}

fn map(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut mapped = Vec::new();
    let result = call.for_each(|call, _, value| {
        call.evaluator.budget.allocate(size_of::<Value>())?;
        mapped.push(value);
        Ok(true)
    });
    run_until_break(result)?;
    Ok(Value::from(mapped))
}

/// `break` ends the filter of anything but a hash.
fn filter(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut kept = Vec::new();
    let result = call.for_each(|call, element, value| {
        if is_true(&value) {
            call.evaluator.budget.allocate(size_of::<Value>())?;
            kept.push(element);
        }
        Ok(true)
    });
    let Value::Hash(_) = call.argument(0) else {
        run_until_break(result)?;
        return Ok(Value::from(kept));
    };
    result?;
    Ok(Value::hash(kept.into_iter().filter_map(entry)))
}

fn entry(pair: Value) -> Option<(Value, Value)> {
    match pair {
        Value::Array(pair) => match &*pair {
            [key, value] => Some((key.clone(), value.clone())),
            _ => None,
        },
        _ => None,
    }
}

fn all(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut all = true;
    call.for_each(|_, _, value| {
        all = is_true(&value);
        Ok(all)
    })?;
    Ok(Value::Boolean(all))
}

fn any(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut any = false;
    call.for_each(|_, _, value| {
        any = is_true(&value);
        Ok(!any)
    })?;
    Ok(Value::Boolean(any))
}

fn index(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    if call.signature == 4 {
        return super::regexps::index_in_string(call.text(0), call.argument(1))
            .map_err(Unwind::from);
    }
    let elements = call.elements()?;
    let is_hash = elements.is_hash;
    for (position, element) in elements.enumerate() {
        call.evaluator.budget.spend(1)?;
        let (key, value) = match (is_hash, entry(element.clone())) {
            (true, Some(pair)) => pair,
            _ => (
                Value::Integer(i64::try_from(position).unwrap_or(i64::MAX)),
                element,
            ),
        };
        let found = match call.signature {
            5 => ruby_equals(&value, call.argument(1)),
            0 | 2 => call.yield_true(vec![key.clone(), value])?,
            _ => call.yield_true(vec![value])?,
        };
        if found {
            return Ok(key);
        }
    }
    Ok(Value::Undef)
}

fn reduce(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut elements = call.elements()?;
    let given = call.arguments.get(1).cloned();
    let Some(mut memo) = given.or_else(|| elements.next()) else {
        return Ok(Value::Undef);
    };
    for element in elements {
        call.evaluator.budget.spend(1)?;
        match call.yield_with(vec![memo.clone(), element]) {
            Err(Unwind::Jump(jump)) if jump.has_kind(JumpKind::Break) => break,
            value => memo = value?,
        }
    }
    Ok(memo)
}

fn slice(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let size = match call.argument(1) {
        Value::Integer(size) => usize::try_from(*size).unwrap_or(usize::MAX),
        _ => 1,
    };
    let serving = serving_size(call, size)?;
    let elements = call.all_elements()?;
    let slices = elements.chunks(size.max(1));
    if call.block.is_none() {
        let slices: Vec<Value> = slices.map(|slice| Value::array(slice.to_vec())).collect();
        return Ok(Value::from(slices));
    }
    let filler = if call.signature == 0 {
        Value::array(Vec::new())
    } else {
        Value::Undef
    };
    let run = || -> EvalResult<()> {
        for slice in slices {
            let mut arguments = slice.to_vec();
            if serving == 1 {
                arguments = vec![Value::from(arguments)];
            } else {
                call.evaluator
                    .budget
                    .allocate(serving.saturating_mul(size_of::<Value>()))?;
                arguments.resize(serving.max(arguments.len()), filler.clone());
            }
            call.yield_with(arguments)?;
        }
        Ok(())
    };
    run_until_break(run())?;
    Ok(call.argument(0).clone())
}

/// How many parameters of the lambda a slice fills.
fn serving_size(call: &EvalCall<'_, '_, '_>, size: usize) -> EvalResult<usize> {
    let Some(block) = call.block else {
        return Ok(1);
    };
    let serving = usize::try_from(block.arity()).unwrap_or(size);
    if serving == 0 {
        return Err(Unwind::Raised(
            "slice(): block must define at least one parameter. Block has 0.".to_owned(),
        ));
    }
    if serving != 1 && serving != size {
        let names = block.parameter_names().join(", ");
        return Err(Unwind::Raised(format!(
            "slice(): block must define one parameter, or the same number of parameters as the given size of the slice ({size}). Block has {serving}; {names}"
        )));
    }
    Ok(serving)
}

fn step(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let step = match call.argument(1) {
        Value::Integer(step) => usize::try_from(*step).unwrap_or(usize::MAX),
        _ => 1,
    };
    let element_type = iterator_type(&*call.evaluator.definitions, call.argument(0));
    let elements = call.all_elements()?;
    let items: Vec<Value> = elements.iter().step_by(step.max(1)).cloned().collect();
    let element_type = element_type.map(|ty| stepped_type(ty, &elements, step));
    iterate(call, items, element_type)
}

/// A range that is stepped through ends with the last number that is reached.
fn stepped_type(ty: Type, elements: &[Value], step: usize) -> Type {
    let (Type::Integer(range), Some(Value::Integer(first))) = (&ty, elements.first()) else {
        return ty;
    };
    let (Some(&from), Some(&to)) = (range.lower_bound(), range.upper_bound()) else {
        return ty;
    };
    let between = match elements.get(1) {
        Some(Value::Integer(second)) => second.saturating_sub(*first),
        _ => return ty,
    };
    let step = i128::from(between) * i128::try_from(step).unwrap_or(i128::MAX >> 64);
    let (from, to) = (i128::from(from), i128::from(to));
    let rest = match (to - from) % step {
        rest if rest != 0 && (rest < 0) != (step < 0) => rest + step,
        rest => rest,
    };
    let (from, to) = if rest < 0 {
        (from - rest, to)
    } else {
        (from, to - rest)
    };
    match (i64::try_from(from), i64::try_from(to)) {
        (Ok(from), Ok(to)) => Range::new(Some(from), Some(to)).map_or(ty, Type::Integer),
        _ => ty,
    }
}

fn reverse_each(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let element_type = iterator_type(&*call.evaluator.definitions, call.argument(0));
    let mut items = call.all_elements()?;
    items.reverse();
    iterate(call, items, element_type)
}

/// An iterator over the items; or `undef`, after the lambda was called with each.
fn iterate(
    call: &mut EvalCall<'_, '_, '_>,
    items: Vec<Value>,
    element_type: Option<Type>,
) -> EvalResult<Value> {
    if call.block.is_none() {
        return Ok(iterator(items, element_type));
    }
    let run = || {
        items
            .into_iter()
            .try_for_each(|item| call.yield_with(vec![item]).map(drop))
    };
    run_until_break(run())?;
    Ok(Value::Undef)
}

pub(super) fn iterator(items: Vec<Value>, element_type: Option<Type>) -> Value {
    Value::Iterator(Arc::new(puppet_types::IteratorValue {
        element_type,
        items,
        is_tree: false,
    }))
}

/// The element type that an iterator over the value has.
fn iterator_type(context: &dyn TypeContext, value: &Value) -> Option<Type> {
    let infer = |value: &Value| type_queries::infer_set(context, value);
    Some(match value {
        Value::Iterator(iterator) if iterator.is_tree => Type::Any,
        Value::Iterator(iterator) => return iterator.element_type.clone(),
        Value::Array(items) if items.is_empty() => Type::Unit,
        Value::Array(items) => Type::variant_of(items.iter().map(infer)),
        Value::Hash(entries) if entries.is_empty() => {
            Type::tuple_of(vec![Type::Unit, Type::Unit], Range::exactly(2))
        }
        Value::Hash(entries) => {
            let keys = Type::variant_of(entries.keys().map(infer));
            let values = Type::variant_of(entries.values().map(infer));
            Type::tuple_of(vec![keys, values], Range::exactly(2))
        }
        Value::String(_) => Type::string_size(Range::exactly(1)),
        Value::Integer(0) => Type::Unit,
        Value::Integer(count) => Type::Integer(Range::new(Some(0), Some(count - 1))?),
        Value::Type(ty) => type_queries::resolve_alias(context, ty),
        _ => return None,
    })
}

fn group_by(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut groups: indexmap::IndexMap<Value, Vec<Value>> = indexmap::IndexMap::new();
    for (item, key) in keyed(call)? {
        groups.entry(key).or_default().push(item);
    }
    Ok(Value::hash(
        groups
            .into_iter()
            .map(|(key, items)| (key, Value::from(items))),
    ))
}

fn partition(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let (yes, no): (Vec<_>, Vec<_>) = keyed(call)?
        .into_iter()
        .partition(|(_, value)| is_true(value));
    let items = |list: Vec<(Value, Value)>| {
        Value::from(list.into_iter().map(|(item, _)| item).collect::<Vec<_>>())
    };
    Ok(Value::array(vec![items(yes), items(no)]))
}

/// The elements with what the lambda gives for them.
fn keyed(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Vec<(Value, Value)>> {
    let elements = call.all_elements()?;
    let mut keyed = Vec::with_capacity(elements.len());
    for (index, element) in elements.into_iter().enumerate() {
        let arguments = match (call.signature, &element) {
            (1, _) => vec![
                Value::Integer(i64::try_from(index).unwrap_or(i64::MAX)),
                element.clone(),
            ],
            (2, Value::Array(pair)) => pair.to_vec(),
            _ => vec![element.clone()],
        };
        let key = call.yield_with(arguments)?;
        keyed.push((element, key));
    }
    Ok(keyed)
}

fn unique(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    if let Value::Hash(entries) = call.argument(0).clone() {
        return unique_hash(call, &entries);
    }
    let is_text = matches!(call.argument(0), Value::String(_));
    let mut seen = FxHashSet::default();
    let mut unique = Vec::new();
    for element in call.all_elements()? {
        let key = key_of(call, &element)?;
        if seen.insert(key) {
            unique.push(element);
        }
    }
    if is_text {
        return Ok(Value::from(
            unique.iter().filter_map(Value::as_str).collect::<String>(),
        ));
    }
    Ok(Value::from(unique))
}

fn key_of(call: &mut EvalCall<'_, '_, '_>, element: &Value) -> EvalResult<Value> {
    if call.block.is_some() {
        call.yield_with(vec![element.clone()])
    } else {
        Ok(element.clone())
    }
}

/// The keys that share a value, with their values.
fn unique_hash(call: &mut EvalCall<'_, '_, '_>, entries: &HashValue) -> EvalResult<Value> {
    let mut groups: indexmap::IndexMap<Value, (Vec<Value>, Vec<Value>)> = indexmap::IndexMap::new();
    for (key, value) in entries {
        let group = key_of(call, value)?;
        let (keys, values) = groups.entry(group).or_default();
        keys.push(key.clone());
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    Ok(Value::hash(groups.into_values().map(|(keys, values)| {
        (Value::from(keys), Value::from(values))
    })))
}

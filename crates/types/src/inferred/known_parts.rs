//! Arrays whose elements are known one by one, and hashes whose keys are: what is left of that when they are put together.

use crate::{IntegerRange, StructElement, StructKey, Type, TypeContext, Value};

use crate::inferred::Inferred;

/// Of more elements or keys, only what they have in common is known.
const MAX_PARTS: usize = 64;

/// An array with the elements of several arrays, in order.
pub fn joined_arrays<'k>(
    context: &dyn TypeContext,
    all: impl Iterator<Item = &'k Inferred>,
) -> Option<Type> {
    let mut types: Vec<Type> = Vec::new();
    for known in all {
        match known {
            Inferred::Value(Value::Array(items)) if items.len() <= MAX_PARTS => {
                let items = items.iter().map(|it| Inferred::Value(it.clone()));
                types.extend(items.map(|it| it.ty(context)));
            }
            Inferred::Type(Type::Tuple(tuple))
                if tuple.types.len() <= MAX_PARTS
                    && tuple.size_range() == IntegerRange::with_len(tuple.types.len()) =>
            {
                types.extend(tuple.types.iter().cloned());
            }
            _ => return None,
        }
        if types.len() > MAX_PARTS {
            return None;
        }
    }
    (!types.is_empty()).then(|| Type::tuple_of(types, IntegerRange::UNBOUNDED))
}

/// A hash with the entries of several hashes: those of later ones are stronger.
pub fn merged_hashes<'k>(
    context: &dyn TypeContext,
    all: impl Iterator<Item = &'k Inferred>,
) -> Option<Type> {
    let mut merged: Vec<StructElement> = Vec::new();
    for known in all {
        for element in known_entries(context, known)? {
            match merged.iter_mut().find(|it| it.name == element.name) {
                Some(before) if element.is_optional() => {
                    let values = [before.value.clone(), element.value].map(Inferred::Type);
                    before.value = Inferred::union(context, &values).ty(context);
                }
                Some(before) => *before = element,
                None => merged.push(element),
            }
        }
        if merged.len() > MAX_PARTS {
            return None;
        }
    }
    (!merged.is_empty()).then(|| Type::struct_of(merged))
}

/// The entries of a hash whose keys are known.
pub fn known_entries(context: &dyn TypeContext, known: &Inferred) -> Option<Vec<StructElement>> {
    match known {
        Inferred::Value(Value::Hash(entries)) if entries.len() <= MAX_PARTS => {
            let element = |(key, value): (&Value, &Value)| match key {
                Value::String(name) if !name.is_empty() => Some(StructElement {
                    name: name.clone(),
                    key: StructKey::Required,
                    value: Inferred::Value(value.clone()).ty(context),
                }),
                _ => None,
            };
            entries.iter().map(element).collect()
        }
        Inferred::Type(Type::Struct(known)) if (1..=MAX_PARTS).contains(&known.elements.len()) => {
            Some(known.elements.to_vec())
        }
        _ => None,
    }
}

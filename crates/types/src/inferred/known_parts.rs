//! Arrays whose elements are known one by one, and hashes whose keys are: joins of them.

use crate::{IntegerRange, StructElement, StructKey, Type, TypeContext, Value};

use crate::inferred::Inferred;
use crate::inferred::set_theoretic::intersect;

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
    hashes_merged_by(context, all, |_, stronger| stronger.clone())
}

/// The same, with what a value and a stronger one of the same key give.
pub fn hashes_merged_by<'k>(
    context: &dyn TypeContext,
    all: impl Iterator<Item = &'k Inferred>,
    value_of: impl Fn(&Inferred, &Inferred) -> Inferred,
) -> Option<Type> {
    let mut merged: Vec<StructElement> = Vec::new();
    for known in all {
        for element in known_entries(context, known)? {
            let Some(before) = merged.iter_mut().find(|it| it.name == element.name) else {
                merged.push(element);
                continue;
            };
            let values = [&before.value, &element.value].map(|it| Inferred::Type(it.clone()));
            let value = value_of(&values[0], &values[1]);
            match element.is_optional() {
                true => before.value = Inferred::union(context, [&values[0], &value]).ty(context),
                false => (before.key, before.value) = (element.key, value.ty(context)),
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
        Inferred::Type(Type::Hash(hash)) if hash.size.upper_bound() == Some(&0) => Some(Vec::new()),
        _ => None,
    }
}

/// Keys and values, as a test leaves them.
pub struct TestedEntries<'a> {
    /// What they are where it is true.
    pub kept: [&'a Inferred; 2],
    /// What they are where it is false; none, if it never is.
    pub rejected: Option<[&'a Inferred; 2]>,
}

/// The entries of a hash, whose keys are known, for which a test is true; none, if the keys are not known.
pub fn filtered_entries(
    context: &dyn TypeContext,
    known: &Inferred,
    tested: &TestedEntries<'_>,
) -> Option<Inferred> {
    let overlap = |known: &Inferred, tested: &Inferred| match tested.is_unknown() {
        true => Some(known.clone()),
        false => intersect(context, known, &tested.ty(context)),
    };
    let filtered = known_entries(context, known)?
        .into_iter()
        .filter_map(|entry| {
            let key = Inferred::Value(Value::String(entry.name.clone()));
            let value = Inferred::Type(entry.value.clone());
            let kept = overlap(&key, tested.kept[0]).and(overlap(&value, tested.kept[1]))?;
            let may_go = tested.rejected.is_some_and(|rejected| {
                overlap(&key, rejected[0])
                    .and(overlap(&value, rejected[1]))
                    .is_some()
            });
            Some(StructElement {
                name: entry.name,
                key: match may_go {
                    true => StructKey::Optional,
                    false => entry.key,
                },
                value: kept.ty(context),
            })
        });
    let filtered: Vec<StructElement> = filtered.collect();
    Some(match filtered.is_empty() {
        true => Inferred::Value(Value::hash([])),
        false => Inferred::Type(Type::struct_of(filtered)),
    })
}

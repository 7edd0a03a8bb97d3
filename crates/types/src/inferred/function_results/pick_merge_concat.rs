//! Results of `pick`, `merge`, `concat` and others that give one of their arguments, or combine them.
//!
//! Source: `max` and `min` of Puppet's core, and the documentation of the module `stdlib`, versions 4 to 9.

use crate::inferred::Inferred;
use crate::inferred::iterated_elements::{Elements, elements};
use crate::inferred::known_parts::{
    TestedEntries, filtered_entries, hashes_merged_by, joined_arrays, merged_hashes,
};
use crate::inferred::set_theoretic::{is_never_undef, restrict_size, union_members, without_undef};
use crate::{HashValue, IntegerRange, Range, Relate, Type, TypeContext, Value, resolve_alias};

/// How deep hashes within hashes are merged.
pub const MAX_DEPTH: usize = 4;

/// The result of a function of these; `None` for all others, and where nothing is known.
pub(super) fn combined_arguments(
    context: &dyn TypeContext,
    name: &str,
    arguments: &[&Inferred],
) -> Option<Inferred> {
    match name {
        "max" | "min" => extreme(context, name == "max", arguments),
        "pick" => Some(pick(context, arguments)),
        "pick_default" => pick_default(context, arguments),
        "merge" => Some(merge(context, arguments)),
        "deep_merge" => deep_merge(context, arguments),
        "concat" => concat(context, arguments),
        "delete_undef_values" => given_entries(context, arguments),
        _ => None,
    }
}

/// The largest or smallest of the arguments, or of the elements of the only one.
fn extreme(context: &dyn TypeContext, is_max: bool, arguments: &[&Inferred]) -> Option<Inferred> {
    let [only] = arguments else {
        return Some(extreme_of(context, is_max, arguments));
    };
    let members = match only {
        Inferred::Value(_) => vec![(*only).clone()],
        Inferred::Type(ty) => {
            let members = union_members(context, ty).into_iter();
            members.map(Inferred::Type).collect()
        }
    };
    let results =
        members
            .into_iter()
            .map(|member| match resolve_alias(context, &member.ty(context)) {
                Type::Tuple(tuple)
                    if tuple.size_range() == IntegerRange::with_len(tuple.types.len()) =>
                {
                    let items = tuple.types.iter().cloned().map(Inferred::from);
                    let items: Vec<Inferred> = items.collect();
                    let items: Vec<&Inferred> = items.iter().collect();
                    Some(extreme_of(context, is_max, &items))
                }
                Type::Array(_) | Type::Tuple(_) => elements(context, &member).map(|it| it.value),
                Type::Any | Type::Unknown | Type::Collection(_) | Type::Iterable(_) => None,
                _ => Some(member),
            });
    let results: Vec<Inferred> = results.collect::<Option<_>>()?;
    Some(Inferred::union(context, &results))
}

/// One of several: of integers, one that is as large as each is at least, or as small as each is at most.
fn extreme_of(context: &dyn TypeContext, is_max: bool, all: &[&Inferred]) -> Inferred {
    let range = |known: &&Inferred| match resolve_alias(context, &known.ty(context)) {
        Type::Integer(range) => Some(range),
        _ => None,
    };
    let ranges: Option<Vec<IntegerRange>> = all.iter().map(range).collect();
    if let Some(ranges) = ranges.filter(|it| !it.is_empty()) {
        let lower = ranges.iter().map(|it| it.lower_bound().copied());
        let upper = ranges.iter().map(|it| it.upper_bound().copied());
        // Of lower bounds, none is the least; of upper bounds, the most.
        let (from, to) = match is_max {
            true => (lower.max().flatten(), upper.collect::<Option<Vec<_>>>()),
            false => (
                lower.min().flatten(),
                upper.flatten().min().map(|it| vec![it]),
            ),
        };
        let to = to.and_then(|it| it.into_iter().max());
        return Range::new(from, to)
            .map_or(Inferred::UNKNOWN, |it| Inferred::Type(Type::Integer(it)));
    }
    let is_number = |it: &&&Inferred| {
        !it.is_unknown() && Relate::new(context).assignable(&Type::Numeric, &it.ty(context))
    };
    let whole = Inferred::union(context, all.iter().copied());
    // With something else, all are compared as texts, of which that of undef is the smallest.
    match is_max && all.iter().any(|it| is_number(&it)) {
        true => without_undef(context, &whole),
        false => whole,
    }
}

/// The first argument that is neither undef nor an empty string.
fn pick(context: &dyn TypeContext, arguments: &[&Inferred]) -> Inferred {
    let mut candidates = Vec::new();
    for known in arguments.iter().copied() {
        if let Inferred::Value(value) = known {
            if *value == Value::Undef || value.as_str() == Some("") {
                continue;
            }
            candidates.push(known.clone());
            break;
        }
        candidates.push(without_undef(context, known));
        if is_always_given(context, known) {
            break;
        }
    }
    let is_text = |ty: &Type| matches!(ty, Type::String(_));
    let picked = Inferred::union(context, &candidates);
    // Where all are empty, the call fails.
    restrict_size(context, &picked, &IntegerRange::at_least(1), is_text).unwrap_or(picked)
}

/// The same, or the last argument: an empty string for undef, as functions of the older API have it.
fn pick_default(context: &dyn TypeContext, arguments: &[&Inferred]) -> Option<Inferred> {
    let last = arguments.last()?;
    let picked = pick(context, arguments);
    let is_given = |it: &&Inferred| is_always_given(context, it);
    Some(match arguments.iter().any(is_given) {
        true => picked,
        false if is_never_undef(context, last) => Inferred::union(context, [&picked, last]),
        false => {
            let empty = Inferred::Value(Value::string(""));
            let is_undef = **last == Inferred::UNDEF;
            let last = (!is_undef).then(|| without_undef(context, last));
            Inferred::union(context, last.iter().chain([&picked, &empty]))
        }
    })
}

/// Whether something is neither undef nor an empty string.
fn is_always_given(context: &dyn TypeContext, known: &Inferred) -> bool {
    if known.is_unknown() {
        return false;
    }
    let relate = Relate::new(context);
    let empty = Type::variant_of([Type::Undef, Type::string_value("")]);
    relate.disjoint(&empty, &known.ty(context)) && relate.doubt().is_none()
}

/// Hashes, later ones over earlier ones; arguments that are undef or empty strings are left out.
fn merge(context: &dyn TypeContext, arguments: &[&Inferred]) -> Inferred {
    let values: Option<Vec<&Value>> = arguments.iter().map(|known| known.value()).collect();
    if let Some(values) = values {
        let mut merged = HashValue::default();
        for value in values {
            if let Value::Hash(entries) = value {
                let entries = entries.iter();
                merged.extend(entries.map(|(key, value)| (key.clone(), value.clone())));
            }
        }
        return Inferred::Value(merged.into());
    }
    if let Some(merged) = merged_hashes(context, arguments.iter().copied()) {
        return Inferred::Type(merged);
    }
    let hashes = arguments.iter().map(|known| hash(context, known));
    let all: Option<Vec<Elements>> = hashes.collect();
    let (keys, values): (Vec<_>, Vec<_>) = match all {
        Some(all) => all
            .into_iter()
            .filter(has_entries)
            .map(|it| (it.key, it.value))
            .unzip(),
        None => (Vec::new(), Vec::new()),
    };
    let (key, value) = (
        Inferred::union(context, &keys),
        Inferred::union(context, &values),
    );
    Inferred::Type(hash_of(context, &key, &value))
}

/// A hash whose keys are known, without the entries that are undef.
fn given_entries(context: &dyn TypeContext, arguments: &[&Inferred]) -> Option<Inferred> {
    let [hash] = arguments else {
        return None;
    };
    let given = Inferred::Type(Type::NotUndef(None));
    let tested = TestedEntries {
        kept: [&Inferred::UNKNOWN, &given],
        rejected: Some([&Inferred::UNKNOWN, &Inferred::UNDEF]),
    };
    filtered_entries(context, hash, &tested)
}

/// Hashes, in which the hashes of a key are merged, too.
fn deep_merge(context: &dyn TypeContext, arguments: &[&Inferred]) -> Option<Inferred> {
    let mut merged: Option<Inferred> = None;
    for known in arguments.iter().copied() {
        let known = without_undef(context, known);
        merged = Some(match merged {
            Some(before) => deeply_merged(context, &before, &known, MAX_DEPTH)?,
            None => known,
        });
    }
    merged.filter(|it| hash(context, it).is_some())
}

/// Two hashes as one; `None` where one of them may be something else.
fn deeply_merged(
    context: &dyn TypeContext,
    one: &Inferred,
    other: &Inferred,
    depth: usize,
) -> Option<Inferred> {
    let depth = depth.checked_sub(1)?;
    let all = [hash(context, one)?, hash(context, other)?];
    let value_of = |one: &Inferred, other: &Inferred| deep_value(context, one, other, depth);
    if let Some(merged) = hashes_merged_by(context, [one, other].into_iter(), value_of) {
        return Some(Inferred::Type(merged));
    }
    let [one, other] = &all;
    if !has_entries(one) || !has_entries(other) {
        let entries = if has_entries(one) { one } else { other };
        let merged = hash_of(context, &entries.key, &entries.value);
        return Some(Inferred::Type(merged));
    }
    let merged = deep_value(context, &one.value, &other.value, depth);
    let key = Inferred::union(context, [&one.key, &other.key]);
    let value = Inferred::union(context, [&one.value, &other.value, &merged]);
    Some(Inferred::Type(hash_of(context, &key, &value)))
}

/// What `deep_merge` gives for a key that two hashes have: two hashes as one, or the stronger value.
pub fn deep_value(
    context: &dyn TypeContext,
    one: &Inferred,
    other: &Inferred,
    depth: usize,
) -> Inferred {
    let [ones, others] = [one, other].map(|it| {
        let members = union_members(context, &it.ty(context)).into_iter();
        let is_hash = |it: &Inferred| hash(context, it).is_some();
        members.map(Inferred::Type).partition::<Vec<_>, _>(is_hash)
    });
    let mut values = others.1.clone();
    // Where the first is no hash, the other takes its place.
    if !ones.1.is_empty() {
        values.extend(others.0.iter().cloned());
    }
    for one in &ones.0 {
        let merged = others
            .0
            .iter()
            .map(|it| deeply_merged(context, one, it, depth));
        values.extend(merged.map(|it| it.unwrap_or(Inferred::UNKNOWN)));
    }
    let may_be_hash = |it: &Inferred| {
        let relate = Relate::new(context);
        !relate.disjoint(&Type::hash(), &it.ty(context)) || relate.doubt().is_some()
    };
    match ones.1.iter().chain(&others.1).any(may_be_hash) {
        true => Inferred::UNKNOWN,
        false => Inferred::union(context, &values),
    }
}

/// The entries of what is certainly a hash.
fn hash(context: &dyn TypeContext, known: &Inferred) -> Option<Elements> {
    elements(context, known).filter(|it| it.has_keys == Some(true))
}

fn has_entries(hash: &Elements) -> bool {
    hash.size.upper_bound() != Some(&0)
}

/// The first array with the elements of all other arrays, and the arguments that are no arrays.
fn concat(context: &dyn TypeContext, arguments: &[&Inferred]) -> Option<Inferred> {
    if let Some(joined) = joined_arrays(context, arguments.iter().copied()) {
        return Some(Inferred::Type(joined));
    }
    let mut all = Vec::new();
    for known in arguments.iter().copied() {
        if known.is_unknown() {
            all.push(Inferred::UNKNOWN);
            continue;
        }
        match resolve_alias(context, &known.ty(context)) {
            Type::Array(_) | Type::Tuple(_) => {
                let elements = elements(context, known)?;
                if elements.size.upper_bound() != Some(&0) {
                    all.push(elements.value);
                }
            }
            Type::Variant(_) | Type::Optional(_) | Type::NotUndef(_) | Type::Collection(_) => {
                all.push(Inferred::UNKNOWN);
            }
            _ => all.push(known.clone()),
        }
    }
    let element = declared(context, &Inferred::union(context, &all));
    Some(Inferred::Type(Type::array_of(
        element,
        IntegerRange::UNBOUNDED,
    )))
}

fn hash_of(context: &dyn TypeContext, key: &Inferred, value: &Inferred) -> Type {
    let [key, value] = [key, value].map(|it| declared(context, it));
    Type::hash_of(key, value, Range::UNBOUNDED)
}

fn declared(context: &dyn TypeContext, known: &Inferred) -> Type {
    match known.is_unknown() {
        true => Type::Any,
        false => known.ty(context),
    }
}

//! Types and values at random.

use std::sync::Arc;

use proptest::prelude::*;
use puppet_scalars::Regexp;
use puppet_types::{
    BuiltinContext, CallableType, Float64, IntegerRange, Range, StructElement, StructKey,
    TupleType, Type, Value, assignable,
};

const WORDS: [&str; 6] = ["a", "b", "ab", "abc", "x", "Ab"];
const SOURCES: [&str; 4] = ["a", "^ab", "c$", "."];

fn words() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(&WORDS[..], 1..4)
}

fn sizes() -> impl Strategy<Value = IntegerRange> {
    (0_i64..4, prop::option::of(0_i64..4)).prop_map(|(from, more)| {
        Range::new(Some(from), more.map(|more| from + more)).unwrap_or(Range::UNBOUNDED)
    })
}

fn maybe_sizes() -> impl Strategy<Value = IntegerRange> {
    prop_oneof![2 => Just(Range::UNBOUNDED), 1 => sizes()]
}

fn integers() -> impl Strategy<Value = IntegerRange> {
    (prop::option::of(-5_i64..5), prop::option::of(0_i64..6)).prop_map(|(from, more)| {
        let to = more.map(|more| from.unwrap_or(0) + more);
        Range::new(from, to).unwrap_or(Range::UNBOUNDED)
    })
}

fn leaves() -> impl Strategy<Value = Type> {
    prop_oneof![
        3 => prop::sample::select(vec![
            Type::Any, Type::Undef, Type::Default, Type::Scalar, Type::ScalarData, Type::Numeric, Type::INTEGER,
            Type::FLOAT, Type::STRING, Type::BOOLEAN, Type::REGEXP, Type::Binary, Type::SemVerRange, Type::data(),
            Type::rich_data(), Type::array(), Type::hash(), Type::COLLECTION, Type::Type(None), Type::CALLABLE,
            Type::NotUndef(None), Type::semver(), Type::TIMESPAN, Type::Uri(None), Type::CatalogEntry,
        ]),
        2 => integers().prop_map(Type::Integer),
        1 => (any::<i128>(), prop::option::of(any::<u64>())).prop_map(|(from, more)| {
            let from = from >> 2;
            let to = more.map(|more| from + i128::from(more));
            Type::integers(Range::new(Some(from), to).unwrap_or(Range::UNBOUNDED))
        }),
        1 => (-4_i8..4, 0_i8..4).prop_map(|(from, more)| {
            let bound = |number: i8| Some(Float64(f64::from(number) / 2.0));
            Type::Float(Range::new(bound(from), bound(from + more)).unwrap_or(Range::UNBOUNDED))
        }),
        1 => sizes().prop_map(Type::string_size),
        2 => (words(), any::<bool>()).prop_map(|(words, insensitive)| Type::enum_of(words, insensitive)),
        1 => prop::sample::subsequence(&SOURCES[..], 1..3).prop_map(|sources| {
            Type::pattern_of(sources.into_iter().filter_map(|source| Regexp::new(source).ok()))
        }),
        1 => any::<bool>().prop_map(|value| Type::Boolean(Some(value))),
        1 => sizes().prop_map(Type::collection_of),
        1 => prop::sample::select(&WORDS[..]).prop_map(|name| Type::class(&name.to_lowercase())),
        1 => prop::option::of(prop::sample::select(&WORDS[..]))
            .prop_map(|title| Type::resource_of("File", title.map(Into::into))),
    ]
}

/// Types as they can be written.
pub fn types() -> impl Strategy<Value = Type> {
    leaves().prop_recursive(4, 24, 4, |inner| {
        let list = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            (inner.clone(), maybe_sizes())
                .prop_map(|(element, size)| Type::array_of(element, size)),
            (inner.clone(), inner.clone(), maybe_sizes())
                .prop_map(|(key, value, size)| Type::hash_of(key, value, size)),
            (list(), maybe_sizes()).prop_map(|(types, size)| Type::tuple_of(types, size)),
            (words(), list(), any::<[bool; 4]>())
                .prop_map(|(names, types, optional)| structure(&names, &types, optional)),
            list().prop_map(Type::variant_of),
            inner.clone().prop_map(Type::optional),
            inner.clone().prop_map(Type::not_undef),
            inner.clone().prop_map(Type::iterable),
            inner.clone().prop_map(Type::iterator),
            inner.clone().prop_map(Type::type_of),
            (
                prop::collection::vec(inner.clone(), 0..3),
                prop::option::of(inner.clone())
            )
                .prop_map(|(params, returns)| {
                    // A callable as the last parameter reads as a block.
                    let params: Vec<Type> = params
                        .into_iter()
                        .filter(|ty| !ty.to_string().contains("Callable"))
                        .collect();
                    // No parameters print as `0, 0`.
                    let size = if params.is_empty() {
                        IntegerRange::exactly(0)
                    } else {
                        Range::UNBOUNDED
                    };
                    Type::callable_of(CallableType::new(
                        Some(TupleType::new(params, size)),
                        None,
                        returns,
                    ))
                }),
        ]
    })
}

fn structure(names: &[&str], types: &[Type], optional: [bool; 4]) -> Type {
    let elements = names
        .iter()
        .zip(types)
        .zip(optional)
        .map(|((name, ty), optional)| StructElement {
            name: (*name).into(),
            // A bare key is optional where its value may be undefined.
            key: if optional || assignable(&BuiltinContext, ty, &Type::Undef) {
                StructKey::Optional
            } else {
                StructKey::Required
            },
            value: ty.clone(),
        });
    Type::struct_of(elements.collect())
}

fn scalar_values() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Undef),
        Just(Value::Default),
        any::<bool>().prop_map(Value::Boolean),
        (-6_i64..10).prop_map(Value::Integer),
        (-8_i8..8).prop_map(|number| Value::Float(f64::from(number) / 4.0)),
        prop::sample::select(&WORDS[..]).prop_map(Value::from),
        Just(Value::from("")),
        prop::sample::select(&SOURCES[..])
            .prop_map(|source| Regexp::new(source).map_or(Value::Undef, Value::from)),
        leaves().prop_map(Value::Type),
    ]
}

/// Values of all kinds that types can distinguish.
pub fn values() -> impl Strategy<Value = Value> {
    scalar_values().prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(
                (
                    prop::sample::select(&WORDS[..]).prop_map(Value::from),
                    inner.clone()
                ),
                0..4
            )
            .prop_map(Value::hash),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(Value::hash),
            inner.prop_map(|value| Value::Sensitive(Arc::new(value))),
        ]
    })
}

//! Element types of a value that is iterated (`Puppet::Pops::Types::Iterable`).

use crate::{HashValue, IntegerRange, Range, Type, TypeContext, Value, resolve_alias};

use crate::inferred::Inferred;

/// Of larger collections only the common type of their elements is kept.
const MAX_ELEMENTS: usize = 16;

/// How many aliases may stand for each other.
const MAX_ALIASES: usize = 50;

/// Whether values of a type are certainly neither hashes nor arrays.
#[must_use]
pub fn has_no_elements(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Boolean(_)
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Numeric
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Regexp(_)
            | Type::SemVer(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
            | Type::Sensitive(_)
            | Type::Default
            | Type::Scalar
            | Type::ScalarData
    )
}

/// The elements of something that can be iterated.
#[derive(Debug, Clone, PartialEq)]
pub struct Elements {
    /// The keys of a hash; otherwise the indices.
    pub key: Inferred,
    /// The values.
    pub value: Inferred,
    /// Key and value of the element that comes first, if there certainly is one and it is known.
    pub first: Option<(Inferred, Inferred)>,
    /// How many there are.
    pub size: IntegerRange,
    /// Whether it is a hash; none if it may be either.
    pub has_keys: Option<bool>,
    /// Elements as functions hand them to lambdas with one parameter: those of a hash are pairs.
    single: Inferred,
}

impl Elements {
    fn indexed(value: Inferred, first: Option<Inferred>, size: IntegerRange) -> Self {
        let last = size.upper_bound().map(|size| (size - 1).max(0));
        let index = Range::new(Some(0), last).unwrap_or(Range::UNBOUNDED);
        Self {
            key: Inferred::Type(Type::Integer(index)),
            single: value.clone(),
            value,
            first: first.map(|first| (Inferred::Value(Value::Integer(0)), first)),
            size,
            has_keys: Some(false),
        }
    }

    fn keyed(
        context: &dyn TypeContext,
        key: Inferred,
        value: Inferred,
        first: Option<(Inferred, Inferred)>,
        size: IntegerRange,
    ) -> Self {
        Self {
            single: match size.upper_bound() {
                Some(0) => Inferred::UNKNOWN,
                _ => pair(context, &key, &value),
            },
            key,
            value,
            first,
            size,
            has_keys: Some(true),
        }
    }

    /// An element as functions hand it to a lambda with one parameter: for a hash a pair.
    pub fn single(&self) -> &Inferred {
        &self.single
    }

    /// The first element, in the same form.
    pub fn first_single(&self, context: &dyn TypeContext) -> Option<Inferred> {
        let (key, value) = self.first.as_ref()?;
        Some(match self.has_keys {
            Some(true) => pair(context, key, value),
            _ => value.clone(),
        })
    }

    /// Whether there certainly is an element.
    pub fn is_never_empty(&self) -> bool {
        self.size.min_size() > 0
    }
}

/// What is known of an array with two elements.
pub fn pair(context: &dyn TypeContext, key: &Inferred, value: &Inferred) -> Inferred {
    match (key, value) {
        (Inferred::Value(key), Inferred::Value(value)) => {
            Inferred::Value(Value::array([key.clone(), value.clone()]))
        }
        _ => Inferred::Type(Type::tuple_of(
            vec![key.ty(context), value.ty(context)],
            IntegerRange::UNBOUNDED,
        )),
    }
}

/// The elements of what is known; `None` if it may be anything, or cannot be iterated.
pub fn elements(context: &dyn TypeContext, known: &Inferred) -> Option<Elements> {
    match known {
        Inferred::Value(value) => of_value(context, value),
        Inferred::Type(ty) => of_type(context, &resolve_alias(context, ty), 0),
    }
}

fn of_value(context: &dyn TypeContext, value: &Value) -> Option<Elements> {
    match value {
        Value::Array(items) => Some(Elements::indexed(
            joined(context, items.iter().cloned()),
            items.first().cloned().map(Inferred::from),
            IntegerRange::with_len(items.len()),
        )),
        Value::Hash(entries) => Some(of_hash(context, entries)),
        Value::Integer(count) => {
            let last = (*count - 1).max(0);
            let range = Range::new(Some(0), Some(last))?;
            let first = (*count > 0).then_some(Inferred::Value(Value::Integer(0)));
            let size = Range::exactly((*count).max(0));
            Some(Elements::indexed(
                Inferred::Type(Type::Integer(range)),
                first,
                size,
            ))
        }
        Value::String(text) => Some(Elements::indexed(
            Inferred::Type(Type::character()),
            text.chars()
                .next()
                .map(|first| Inferred::Value(Value::string(first.to_string()))),
            IntegerRange::with_len(text.chars().count()),
        )),
        Value::Type(Type::Integer(range)) if range.is_finite() => {
            let first = range
                .lower_bound()
                .map(|from| Inferred::Value(Value::Integer(*from)));
            Some(Elements::indexed(
                Inferred::Type(Type::Integer(range.clone())),
                first,
                IntegerRange::at_least(1),
            ))
        }
        Value::Type(ty @ Type::Enum(values)) => {
            let first = values.values.first()?;
            Some(Elements::indexed(
                Inferred::Type(ty.clone()),
                Some(Inferred::Value(Value::String(first.clone()))),
                IntegerRange::with_len(values.values.len()),
            ))
        }
        Value::Type(_) => None,
        other => of_type(context, &crate::infer(context, other), 0),
    }
}

fn of_hash(context: &dyn TypeContext, entries: &HashValue) -> Elements {
    let first = entries.first();
    Elements::keyed(
        context,
        joined(context, entries.keys().cloned()),
        joined(context, entries.values().cloned()),
        first.map(|(key, value)| (key.clone().into(), value.clone().into())),
        IntegerRange::with_len(entries.len()),
    )
}

/// What is known of any of several values.
fn joined(context: &dyn TypeContext, values: impl ExactSizeIterator<Item = Value>) -> Inferred {
    if values.len() == 0 {
        return Inferred::UNKNOWN;
    }
    if values.len() <= MAX_ELEMENTS {
        let all: Vec<Inferred> = values.map(Inferred::from).collect();
        return Inferred::union(context, &all);
    }
    let all = Value::array(values.collect::<Vec<_>>());
    match crate::infer(context, &all) {
        Type::Array(array) => element_value(&array.element),
        _ => Inferred::UNKNOWN,
    }
}

fn of_type(context: &dyn TypeContext, ty: &Type, depth: usize) -> Option<Elements> {
    if depth > MAX_ALIASES {
        return None;
    }
    let inner = |ty: &Type| of_type(context, &resolve_alias(context, ty), depth + 1);
    match ty {
        Type::Array(array) => {
            let first = (array.size.min_size() > 0).then(|| element_value(&array.element));
            Some(Elements::indexed(
                element_value(&array.element),
                first,
                array.size.or_any_size(),
            ))
        }
        Type::Tuple(tuple) => Some(of_tuple(context, tuple)),
        Type::Hash(hash) => Some(Elements::keyed(
            context,
            element_value(&hash.key),
            element_value(&hash.value),
            None,
            hash.size.or_any_size(),
        )),
        Type::Struct(structure) => {
            let names = structure
                .elements
                .iter()
                .map(|element| Inferred::Value(Value::String(element.name.clone())));
            let values = structure
                .elements
                .iter()
                .map(|element| element_value(&element.value));
            Some(Elements::keyed(
                context,
                Inferred::union(context, &names.collect::<Vec<_>>()),
                Inferred::union(context, &values.collect::<Vec<_>>()),
                None,
                structure.size_range(),
            ))
        }
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Some(Elements::indexed(
            Inferred::Type(Type::character()),
            None,
            IntegerRange::at_least(0),
        )),
        Type::Integer(_) => Some(Elements::indexed(
            Inferred::Type(Type::Integer(IntegerRange::at_least(0))),
            None,
            IntegerRange::at_least(0),
        )),
        // An iterator that was made of slices, or from the end, hands over pairs as they are.
        Type::Iterator(Some(element)) if matches!(**element, Type::Array(_) | Type::Tuple(_)) => {
            Some(Elements::indexed(
                element_value(element),
                None,
                IntegerRange::at_least(0),
            ))
        }
        Type::Iterable(Some(element)) | Type::Iterator(Some(element)) => {
            // An iterable of pairs may be a hash: how its elements are handed over is not known.
            match resolve_alias(context, element) {
                Type::Tuple(_) | Type::Array(_) | Type::Any | Type::Unknown => None,
                element => Some(Elements::indexed(
                    element_value(&element),
                    None,
                    IntegerRange::at_least(0),
                )),
            }
        }
        // Undef cannot be iterated.
        Type::Optional(Some(element)) | Type::NotUndef(Some(element)) => inner(element),
        Type::Variant(variant) => {
            let all: Option<Vec<Elements>> = variant
                .types
                .iter()
                .filter(|ty| !is_never_iterable(ty))
                .map(inner)
                .collect();
            merged(context, &all?)
        }
        _ => None,
    }
}

fn of_tuple(context: &dyn TypeContext, tuple: &crate::TupleType) -> Elements {
    let all: Vec<Inferred> = tuple.types.iter().map(element_value).collect();
    let size = tuple.size_range();
    let first = (size.min_size() > 0)
        .then(|| all.first().cloned())
        .flatten();
    Elements::indexed(Inferred::union(context, &all), first, size)
}

/// Elements of one of several collections.
fn merged(context: &dyn TypeContext, all: &[Elements]) -> Option<Elements> {
    let (first, rest) = all.split_first()?;
    let is_alike = rest.iter().all(|other| other.has_keys == first.has_keys);
    let size = rest
        .iter()
        .fold(first.size.clone(), |size, other| size.hull(&other.size));
    // Those that are empty have no elements.
    let filled = |it: &&Elements| it.size.upper_bound() != Some(&0);
    let mut parts: Vec<&Elements> = all.iter().filter(filled).collect();
    if parts.is_empty() {
        parts.push(first);
    }
    Some(Elements {
        key: Inferred::union(context, parts.iter().map(|it| &it.key)),
        value: Inferred::union(context, parts.iter().map(|it| &it.value)),
        single: Inferred::union(context, parts.iter().map(|it| &it.single)),
        first: None,
        size,
        has_keys: first.has_keys.filter(|_| is_alike),
    })
}

fn is_never_iterable(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Undef | Type::Boolean(_) | Type::Default | Type::Float(_) | Type::Regexp(_)
    )
}

/// What is known of a value of a type that a collection declares for its elements: any value may be anything.
pub fn element_value(ty: &Type) -> Inferred {
    match ty {
        Type::Any | Type::Unit => Inferred::UNKNOWN,
        ty => Inferred::Type(ty.clone()),
    }
}

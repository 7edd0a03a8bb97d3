//! The bound on what is kept of one expression.
//!
//! Values and types share their parts, so that a few lines can build what has billions of them when it is walked, and
//! many lines can each hold a copy of what the line before built.

use crate::alias::parts;
use crate::inferred::Inferred;
use crate::{Type, Value};

/// Of values and types with more parts, only the kind is kept.
const MAX_PARTS: usize = 2_000;
/// Of those that are nested deeper, too.
const MAX_DEPTH: usize = 50;
/// So many bytes of a string count as a part.
const BYTES_OF_PART: usize = 32;

#[derive(Clone, Copy)]
enum BoundedPart<'a> {
    Value(&'a Value),
    Type(&'a Type),
}

impl Inferred {
    /// What is known, if that is small; otherwise what kind of value it is.
    #[must_use]
    pub fn bounded(self) -> Self {
        let part = match &self {
            Self::Value(value) => BoundedPart::Value(value),
            Self::Type(ty) => BoundedPart::Type(ty),
        };
        match part.is_small() {
            true => self,
            false => Self::Type(part.kind()),
        }
    }
}

impl<'a> BoundedPart<'a> {
    fn is_small(self) -> bool {
        let mut open = vec![(self, 0)];
        let mut count = 0;
        while let Some((part, depth)) = open.pop() {
            count += part.own_weight();
            if count > MAX_PARTS || depth > MAX_DEPTH {
                return false;
            }
            part.each_part(&mut |inner| open.push((inner, depth + 1)));
        }
        true
    }

    /// How many parts there are, but for those within those.
    fn own_weight(self) -> usize {
        match self {
            Self::Value(Value::Array(items)) => items.len(),
            Self::Value(Value::Hash(entries)) => entries.len(),
            Self::Value(Value::String(text)) => 1 + text.len() / BYTES_OF_PART,
            Self::Type(Type::Tuple(tuple)) => tuple.types.len(),
            Self::Type(Type::Struct(structure)) => structure.elements.len(),
            Self::Type(Type::Variant(variant)) => variant.types.len(),
            Self::Value(_) | Self::Type(_) => 1,
        }
    }

    fn each_part(self, body: &mut dyn FnMut(BoundedPart<'a>)) {
        match self {
            Self::Value(Value::Array(items)) => items.iter().map(BoundedPart::Value).for_each(body),
            Self::Value(Value::Hash(entries)) => entries
                .iter()
                .flat_map(|(key, value)| [key, value])
                .map(BoundedPart::Value)
                .for_each(body),
            Self::Value(Value::Sensitive(inner)) => body(BoundedPart::Value(inner)),
            Self::Value(Value::Iterator(iterator)) => {
                iterator.items.iter().map(BoundedPart::Value).for_each(body)
            }
            Self::Value(Value::Object(object)) => object
                .attributes
                .values()
                .map(BoundedPart::Value)
                .for_each(body),
            Self::Value(Value::Type(ty)) => body(BoundedPart::Type(ty)),
            Self::Value(_) => {}
            Self::Type(ty) => parts(ty, &mut |inner| body(BoundedPart::Type(inner))),
        }
    }

    /// The kind of value, without any part.
    fn kind(self) -> Type {
        match self {
            Self::Value(Value::Array(_)) | Self::Type(Type::Array(_) | Type::Tuple(_)) => {
                Type::array()
            }
            Self::Value(Value::Hash(_)) | Self::Type(Type::Hash(_) | Type::Struct(_)) => {
                Type::hash()
            }
            Self::Value(Value::String(_)) => Type::STRING,
            Self::Value(Value::Sensitive(_)) | Self::Type(Type::Sensitive(_)) => {
                Type::Sensitive(None)
            }
            Self::Value(Value::Type(_)) | Self::Type(Type::Type(_)) => Type::Type(None),
            Self::Value(_) | Self::Type(_) => Type::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_values_and_types_lose_their_parts() {
        let numbers = |count: i64| Value::from((0..count).map(Value::Integer).collect::<Vec<_>>());
        let doubled = |levels| {
            (0..levels).fold(Value::Integer(1), |inner, _| {
                Value::array([inner.clone(), inner])
            })
        };
        let nested = |levels| {
            (0..levels).fold(Type::INTEGER, |inner, _| {
                Type::tuple_of(vec![inner], crate::Range::UNBOUNDED)
            })
        };
        for (small, large, kind) in [
            (
                Inferred::Value(numbers(900)),
                Inferred::Value(numbers(2_100)),
                Type::array(),
            ),
            (
                Inferred::Value(doubled(8)),
                Inferred::Value(doubled(60)),
                Type::array(),
            ),
            (
                Inferred::Type(nested(40)),
                Inferred::Type(nested(60)),
                Type::array(),
            ),
            (
                Inferred::Value("a".repeat(50_000).into()),
                Inferred::Value("a".repeat(70_000).into()),
                Type::STRING,
            ),
            (
                Inferred::Value(Value::Type(nested(40))),
                Inferred::Value(Value::Type(nested(60))),
                Type::Type(None),
            ),
        ] {
            assert_eq!(small.clone().bounded(), small);
            assert_eq!(large.bounded(), Inferred::Type(kind));
        }
    }
}

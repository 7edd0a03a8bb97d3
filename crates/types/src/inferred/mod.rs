//! The inferred type or value of an expression.

mod bounded;
pub mod fit;
pub mod function_results;
pub mod iterated_elements;
mod joined;
pub mod known_parts;
pub mod paired;
pub mod set_theoretic;

use crate::{Type, TypeContext, Value, infer_set};

/// What is known about the value of an expression, whenever it is evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Inferred {
    /// It is always this value.
    Value(Value),
    /// It is always an instance of this type; [`Type::Unknown`] says nothing.
    Type(Type),
}

/// Unions of more branches than this are not kept: they say little and cost much.
const MAX_UNION: usize = 24;
/// Nor are those of more types, where branches are unions themselves.
const MAX_MEMBERS: usize = 100;

impl Inferred {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self::Type(Type::Unknown);
    /// It is `undef`.
    pub const UNDEF: Self = Self::Value(Value::Undef);

    /// Whether nothing is known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Self::UNKNOWN
    }

    /// The value, if it is always the same.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Type(_) => None,
        }
    }

    /// The most exact type of the value.
    #[must_use]
    pub fn ty(&self, context: &dyn TypeContext) -> Type {
        match self {
            Self::Value(value) => infer_set(context, value),
            Self::Type(ty) => ty.clone(),
        }
    }

    /// What is known when it is one of several: nothing, as soon as nothing is known about one of them.
    #[must_use]
    pub fn union<'a>(context: &dyn TypeContext, all: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = all.into_iter();
        let Some(first) = all.next() else {
            return Self::UNKNOWN;
        };
        let rest: Vec<&Self> = all.filter(|other| *other != first).collect();
        if rest.is_empty() {
            return first.clone();
        }
        if rest.len() >= MAX_UNION
            || first.is_unknown()
            || rest.iter().any(|known| known.is_unknown())
        {
            return Self::UNKNOWN;
        }
        let types = std::iter::once(first)
            .chain(rest)
            .map(|known| known.ty(context));
        match Type::variant_of(types) {
            Type::Variant(variant) if variant.types.len() > MAX_MEMBERS => Self::UNKNOWN,
            ty => Self::Type(ty),
        }
    }
}

impl From<Value> for Inferred {
    /// A value that is an unknown type is unknown, too.
    fn from(value: Value) -> Self {
        match value {
            Value::Type(Type::Unknown) => Self::UNKNOWN,
            value => Self::Value(value),
        }
    }
}

impl From<Type> for Inferred {
    /// A type that has one value is that value.
    fn from(ty: Type) -> Self {
        match ty {
            Type::Undef => Self::UNDEF,
            ty => Self::Type(ty),
        }
    }
}

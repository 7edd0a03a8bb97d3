//! Types without a common value.

use puppet_types::{Named, Type, TypeContext};

/// How many aliases are looked behind; beyond, a type may be anything.
const MAX_DEPTH: u32 = 24;

/// Whether no value is an instance of both types. False also when that cannot be told.
#[must_use]
pub fn are_disjoint(context: &dyn TypeContext, a: &Type, b: &Type) -> bool {
    let kinds = |ty| Kinds::of(context, ty, MAX_DEPTH);
    !kinds(a).overlaps(kinds(b))
}

/// A set of kinds of values: one bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kinds(u32);

impl Kinds {
    const ALL: Self = Self(u32::MAX);
    const UNDEF: Self = Self(1);
    const DEFAULT: Self = Self(1 << 1);
    const BOOLEAN: Self = Self(1 << 2);
    const INTEGER: Self = Self(1 << 3);
    const FLOAT: Self = Self(1 << 4);
    const STRING: Self = Self(1 << 5);
    const REGEXP: Self = Self(1 << 6);
    const SEMVER: Self = Self(1 << 7);
    const SEMVER_RANGE: Self = Self(1 << 8);
    const TIMESPAN: Self = Self(1 << 9);
    const TIMESTAMP: Self = Self(1 << 10);
    const BINARY: Self = Self(1 << 11);
    const URI: Self = Self(1 << 12);
    const ARRAY: Self = Self(1 << 13);
    const HASH: Self = Self(1 << 14);
    const ITERATOR: Self = Self(1 << 15);
    const TYPE: Self = Self(1 << 16);
    const SENSITIVE: Self = Self(1 << 17);
    /// Objects, closures, resources.
    const OTHER: Self = Self(1 << 18);

    const NUMERIC: Self = Self::INTEGER.or(Self::FLOAT);
    const SCALAR_DATA: Self = Self::NUMERIC.or(Self::STRING).or(Self::BOOLEAN);
    const SCALAR: Self = Self::SCALAR_DATA
        .or(Self::REGEXP)
        .or(Self::SEMVER)
        .or(Self::SEMVER_RANGE)
        .or(Self::TIMESPAN)
        .or(Self::TIMESTAMP)
        .or(Self::BINARY)
        .or(Self::URI);
    const ITERABLE: Self = Self::ARRAY
        .or(Self::HASH)
        .or(Self::STRING)
        .or(Self::INTEGER)
        .or(Self::TYPE)
        .or(Self::ITERATOR)
        .or(Self::OTHER);

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds of values that a type may have as instances, or more.
    fn of(context: &dyn TypeContext, ty: &Type, depth: u32) -> Self {
        let Some(depth) = depth.checked_sub(1) else {
            return Self::ALL;
        };
        match ty {
            Type::Undef => Self::UNDEF,
            Type::Default => Self::DEFAULT,
            Type::Scalar => Self::SCALAR,
            Type::ScalarData => Self::SCALAR_DATA,
            Type::Numeric => Self::NUMERIC,
            Type::Integer(_) => Self::INTEGER,
            Type::Float(_) => Self::FLOAT,
            Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Self::STRING,
            Type::Boolean(_) => Self::BOOLEAN,
            Type::Regexp(_) => Self::REGEXP,
            Type::SemVer(_) => Self::SEMVER,
            Type::SemVerRange => Self::SEMVER_RANGE,
            Type::Timespan(_) => Self::TIMESPAN,
            Type::Timestamp(_) => Self::TIMESTAMP,
            Type::Binary => Self::BINARY,
            Type::Uri(_) => Self::URI,
            Type::Collection(_) => Self::ARRAY.or(Self::HASH),
            Type::Array(_) | Type::Tuple(_) => Self::ARRAY,
            Type::Hash(_) | Type::Struct(_) => Self::HASH,
            Type::Variant(variant) if !variant.types.is_empty() => variant
                .types
                .iter()
                .map(|ty| Self::of(context, ty, depth))
                .fold(Self(0), Self::or),
            Type::Optional(Some(ty)) => Self::UNDEF.or(Self::of(context, ty, depth)),
            Type::NotUndef(None) => Self::ALL.without(Self::UNDEF),
            Type::NotUndef(Some(ty)) => Self::of(context, ty, depth).without(Self::UNDEF),
            Type::Iterable(_) => Self::ITERABLE,
            Type::Iterator(_) => Self::ITERATOR.or(Self::ARRAY),
            Type::Type(_) => Self::TYPE,
            Type::Sensitive(_) => Self::SENSITIVE,
            Type::Alias(name) => match context.lookup(name) {
                Named::Alias(alias) => Self::of(context, &alias.resolved, depth),
                _ => Self::ALL,
            },
            _ => Self::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use puppet_types::BuiltinContext;

    use super::*;

    #[test]
    fn kinds_that_have_nothing_in_common() {
        let disjoint = |a: &Type, b: &Type| {
            assert_eq!(
                are_disjoint(&BuiltinContext, a, b),
                are_disjoint(&BuiltinContext, b, a)
            );
            are_disjoint(&BuiltinContext, a, b)
        };
        assert!(disjoint(&Type::INTEGER, &Type::STRING));
        assert!(disjoint(&Type::array(), &Type::hash()));
        assert!(disjoint(&Type::optional(Type::INTEGER), &Type::STRING));
        assert!(!disjoint(&Type::optional(Type::INTEGER), &Type::Undef));
        assert!(!disjoint(&Type::Unknown, &Type::STRING));
        assert!(!disjoint(&Type::alias("Unheard::Of"), &Type::STRING));
        assert!(disjoint(
            &Type::not_undef(Type::optional(Type::INTEGER)),
            &Type::Undef
        ));
        assert!(!disjoint(&Type::Scalar, &Type::enum_of(["a"], false)));
    }
}

//! Disjointness: the relation of two types that have no common instance.
//!
//! Puppet has no such relation. A checker needs it: that one type does not accept another says only that a value *may*
//! not fit. The answer is yes only if it is certain.

mod collection;
mod kinds;

use crate::context::TypeContext;
use crate::relation::relate::Relate;
use crate::ty::{EnumType, StringConstraint, Type};
use crate::value::Value;

/// How deep types are compared; what lies deeper may overlap.
const MAX_DEPTH: usize = 30;

/// Is it certain that no value is an instance of both types?
pub fn disjoint(context: &dyn TypeContext, a: &Type, b: &Type) -> bool {
    Relate::new(context).disjoint(a, b)
}

impl Relate<'_> {
    /// See [`disjoint`].
    pub fn disjoint(&self, a: &Type, b: &Type) -> bool {
        self.are_disjoint(a, b, 0)
    }

    fn are_disjoint(&self, a: &Type, b: &Type, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let deeper = |a: &Type, b: &Type| self.step(false, || self.are_disjoint(a, b, depth + 1));
        match (a, b) {
            (Type::Alias(_), _) => deeper(&self.resolve_alias(a), b),
            (_, Type::Alias(_)) => deeper(a, &self.resolve_alias(b)),
            (Type::Variant(variant), other) | (other, Type::Variant(variant)) => {
                !variant.types.is_empty() && variant.types.iter().all(|ty| deeper(ty, other))
            }
            (Type::Optional(inner), other) | (other, Type::Optional(inner)) => {
                deeper(&Type::Undef, other)
                    && inner.as_ref().is_none_or(|inner| deeper(inner, other))
            }
            (Type::NotUndef(inner), other) | (other, Type::NotUndef(inner)) => {
                *other == Type::Undef || inner.as_ref().is_some_and(|inner| deeper(inner, other))
            }
            (Type::Sensitive(Some(a)), Type::Sensitive(Some(b))) => deeper(a, b),
            _ if kinds::kinds_of_type(a) & kinds::kinds_of_type(b) == 0 => true,
            _ => self.disjoint_scalars(a, b) || self.disjoint_collections(a, b, &deeper),
        }
    }

    fn disjoint_scalars(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Integer(a), Type::Integer(b)) => !a.intersects(b),
            (Type::Integer(_) | Type::BigInteger(_), Type::Integer(_) | Type::BigInteger(_)) => {
                matches!((a.integer_range(), b.integer_range()), (Some(a), Some(b)) if !a.intersects(&b))
            }
            (Type::Float(a), Type::Float(b)) => !a.intersects(b),
            (Type::Timespan(a), Type::Timespan(b)) => !a.intersects(b),
            (Type::Timestamp(a), Type::Timestamp(b)) => !a.intersects(b),
            (Type::Boolean(Some(a)), Type::Boolean(Some(b))) => a != b,
            (Type::Regexp(Some(a)), Type::Regexp(Some(b))) => a != b,
            (Type::Enum(a), Type::Enum(b)) => disjoint_enums(a, b),
            (Type::Enum(values), other @ (Type::String(_) | Type::Pattern(_)))
            | (other @ (Type::String(_) | Type::Pattern(_)), Type::Enum(values)) => {
                self.is_disjoint_from_enum(values, other)
            }
            (Type::String(Some(a)), Type::String(Some(b))) => match (&**a, &**b) {
                (StringConstraint::Size(a), StringConstraint::Size(b)) => !a.intersects(b),
                (StringConstraint::Value(a), StringConstraint::Value(b)) => a != b,
                (StringConstraint::Value(value), StringConstraint::Size(size))
                | (StringConstraint::Size(size), StringConstraint::Value(value)) => {
                    !size.contains(&i64::try_from(value.chars().count()).unwrap_or(i64::MAX))
                }
            },
            (Type::String(Some(constraint)), pattern @ Type::Pattern(_))
            | (pattern @ Type::Pattern(_), Type::String(Some(constraint))) => match &**constraint {
                StringConstraint::Value(value) => {
                    !self.is_instance(pattern, &Value::String(value.clone()))
                }
                StringConstraint::Size(_) => false,
            },
            _ => false,
        }
    }

    fn is_disjoint_from_enum(&self, values: &EnumType, other: &Type) -> bool {
        let may_fit = |value| self.is_instance(other, &Value::String(value));
        let decidable = match other {
            Type::String(Some(constraint)) => matches!(**constraint, StringConstraint::Size(_)),
            _ => false,
        };
        // With the case ignored, only the length of a value is certain.
        (decidable || !values.case_insensitive)
            && !values.values.is_empty()
            && !values.values.iter().cloned().any(may_fit)
    }
}

fn disjoint_enums(a: &EnumType, b: &EnumType) -> bool {
    let ignores_case = a.case_insensitive || b.case_insensitive;
    let shares = |value: &str| {
        if ignores_case {
            b.values
                .iter()
                .any(|other| other.eq_ignore_ascii_case(value))
        } else {
            b.contains(value)
        }
    };
    !a.values.is_empty() && !b.values.is_empty() && !a.values.iter().any(|value| shares(value))
}

//! Scalar types and URIs.

use puppet_scalars::SemVerRange;

use crate::relation::relate::{Doubt, Relate};
use crate::ty::{EnumType, PatternType, Sizes, StringConstraint, Type};
use crate::value::Value;

/// Is it one of the types below `Scalar` in Puppet's own hierarchy of types?
pub(crate) fn is_scalar(ty: &Type) -> bool {
    is_scalar_data(ty)
        || matches!(
            ty,
            Type::Scalar
                | Type::Regexp(_)
                | Type::SemVer(_)
                | Type::Timespan(_)
                | Type::Timestamp(_)
        )
}

/// Is it one of the types below `ScalarData`?
fn is_scalar_data(ty: &Type) -> bool {
    matches!(
        ty,
        Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::BigInteger(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Boolean(_)
    )
}

impl Relate<'_> {
    pub(super) fn scalar_accepts(&self, to: &Type, from: &Type) -> bool {
        match (to, from) {
            (Type::Scalar, _) => is_scalar(from) || *from == Type::SemVerRange,
            (Type::ScalarData, _) => is_scalar_data(from),
            (Type::Numeric, _) => matches!(
                from,
                Type::Numeric | Type::Integer(_) | Type::BigInteger(_) | Type::Float(_)
            ),
            (Type::Integer(expected), Type::Integer(given)) => expected.covers(given),
            (Type::Integer(_) | Type::BigInteger(_), _) => {
                match (to.integer_range(), from.integer_range()) {
                    (Some(expected), Some(given)) => expected.covers(&given),
                    _ => false,
                }
            }
            (Type::Float(expected), Type::Float(given)) => expected.covers(given),
            (Type::Timespan(expected), Type::Timespan(given)) => expected.covers(given),
            (Type::Timestamp(expected), Type::Timestamp(given)) => expected.covers(given),
            (Type::Boolean(expected), Type::Boolean(given)) => {
                expected.is_none() || expected == given
            }
            (Type::Regexp(expected), Type::Regexp(given)) => {
                expected.is_none() || expected == given
            }
            (Type::SemVer(expected), Type::SemVer(given)) => self.versions_accept(expected, given),
            (Type::String(expected), _) => self.string_accepts(expected.as_deref(), from),
            (Type::Enum(expected), _) => enum_accepts(expected, from),
            (Type::Pattern(expected), _) => self.pattern_accepts(expected, from),
            (Type::Uri(expected), Type::Uri(given)) => {
                self.uri_accepts(expected.as_deref(), given.as_deref())
            }
            _ => false,
        }
    }

    fn string_accepts(&self, expected: Option<&StringConstraint>, from: &Type) -> bool {
        match (expected, from) {
            (None, _) => matches!(from, Type::String(_) | Type::Enum(_) | Type::Pattern(_)),
            (Some(StringConstraint::Size(size)), Type::String(given)) => {
                size.sizes().covers(derived_size(given.as_deref()))
            }
            (Some(StringConstraint::Size(size)), Type::Enum(given)) => {
                size.sizes().covers(given.lengths().unwrap_or(Sizes::ANY))
            }
            (Some(StringConstraint::Size(size)), Type::Pattern(_)) => {
                size.sizes().covers(Sizes::ANY)
            }
            (Some(value), Type::String(given)) => given.as_deref() == Some(value),
            // Puppet does not compare the value of the enum with its own.
            (Some(_), Type::Enum(given)) => given.values.len() == 1 && !given.case_insensitive,
            _ => false,
        }
    }

    fn pattern_accepts(&self, expected: &PatternType, from: &Type) -> bool {
        let any = expected.regexps.is_empty();
        let matches = |text: &str| {
            expected
                .regexps
                .iter()
                .any(|regexp| self.matches(regexp, text))
        };
        match from {
            Type::String(given) => match given.as_deref() {
                Some(StringConstraint::Value(value)) => any || matches(value),
                _ => any,
            },
            Type::Enum(given) if given.values.is_empty() => any,
            Type::Enum(given) => any || given.values.iter().all(|value| matches(value)),
            Type::Pattern(given) => any || expected == &**given,
            _ => false,
        }
    }

    /// Each given range must lie within one expected range (PSemVerType#_assignable?).
    fn versions_accept(&self, expected: &[SemVerRange], given: &[SemVerRange]) -> bool {
        expected.is_empty()
            || !given.is_empty()
                && given.iter().all(|range| {
                    expected
                        .iter()
                        .any(|other| self.version_range_covers(other, range))
                })
    }

    fn version_range_covers(&self, outer: &SemVerRange, inner: &SemVerRange) -> bool {
        let bounds =
            |range: &SemVerRange| Some((range.begin()?, range.end()?, range.excludes_end()?));
        let (Some((outer_begin, outer_end, outer_open)), Some((begin, end, open))) =
            (bounds(outer), bounds(inner))
        else {
            // Ranges joined by `||` have no bounds, and Puppet does not expect that.
            return self.doubtful(Doubt::PuppetBreaks);
        };
        let order = outer_end.precedence(&end);
        outer_begin.precedence(&begin).is_le()
            && (order.is_gt() || order.is_eq() && (!outer_open || open))
    }

    fn uri_accepts(&self, expected: Option<&Value>, given: Option<&Value>) -> bool {
        let Some(Value::Hash(expected)) = expected else {
            return true;
        };
        let Some(Value::Hash(given)) = given else {
            return expected.is_empty();
        };
        expected.iter().all(|(part, pattern)| {
            given.get(part).is_some_and(|value| {
                self.value_matches(value, pattern)
                    || matches!((pattern, value), (Value::Type(to), Value::Type(from)) if self.assignable(to, from))
            })
        })
    }
}

/// The sizes of the strings of a type (PStringType#derived_size_type).
fn derived_size(constraint: Option<&StringConstraint>) -> Sizes {
    match constraint {
        None => Sizes::ANY,
        Some(StringConstraint::Size(size)) => size.sizes(),
        Some(StringConstraint::Value(value)) => Sizes::exactly(value.chars().count()),
    }
}

fn enum_accepts(expected: &EnumType, from: &Type) -> bool {
    match from {
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) if expected.values.is_empty() => true,
        Type::String(Some(constraint)) => {
            matches!(&**constraint, StringConstraint::Value(value) if expected.contains(value))
        }
        Type::Enum(given) => {
            expected == &**given
                || !given.values.is_empty()
                    && (expected.case_insensitive || !given.case_insensitive)
                    && given.values.iter().all(|value| expected.contains(value))
        }
        _ => false,
    }
}

//! Equality: Puppet's `==`, and Ruby's, which some operators and functions use.

use puppet_types::{HashValue, Value};
use rustc_hash::FxHashSet;

use crate::number::{Number, compare_integer_float};

/// Puppet's `==` (`CompareOperator#equals`): strings are equal whatever the case of their ASCII letters, and numbers
/// and times are compared by value.
pub fn equals(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equals(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| equals(b.get(key).unwrap_or(&Value::Undef), value))
        }
        _ => ruby_equals(left, right),
    }
}

/// Ruby's `==`: as Puppet's, but strings must be the same.
pub fn ruby_equals(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| ruby_equals(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => hashes_equal(a, b),
        (Value::SemVer(a), Value::SemVer(b)) => a == b,
        _ => match (Number::from_value(left), Number::from_value(right)) {
            (Some(a), Some(b)) => numbers_equal(a, b),
            (None, None) => left == right,
            _ => false,
        },
    }
}

fn hashes_equal(a: &HashValue, b: &HashValue) -> bool {
    a.len() == b.len()
        && a.iter()
            .all(|(key, value)| b.get(key).is_some_and(|other| ruby_equals(value, other)))
}

/// A time equals an integer when its whole seconds do, and a float when its seconds do.
fn numbers_equal(left: Number, right: Number) -> bool {
    match (left, right) {
        (Number::Integer(a), Number::Integer(b)) => a == b,
        (Number::Float(a), Number::Float(b)) => a == b,
        (Number::Integer(a), Number::Float(b)) | (Number::Float(b), Number::Integer(a)) => {
            compare_integer_float(a, b).is_some_and(|order| order.is_eq())
        }
        (Number::Timespan(a), Number::Timespan(b)) => a == b,
        (Number::Timestamp(a), Number::Timestamp(b)) => a == b,
        (Number::Timespan(span), Number::Integer(b))
        | (Number::Integer(b), Number::Timespan(span)) => span.whole_secs() == b,
        (Number::Timestamp(time), Number::Integer(b))
        | (Number::Integer(b), Number::Timestamp(time)) => time.whole_secs() == b,
        (Number::Timespan(_), Number::Timestamp(_))
        | (Number::Timestamp(_), Number::Timespan(_))
        | (Number::Version, _)
        | (_, Number::Version) => false,
        (time, Number::Float(b)) | (Number::Float(b), time) => time.to_f64() == b,
    }
}

/// Looks for values equal to one of a list in the sense of Ruby's `==`, quickly where hashing allows it.
pub struct EqualityFinder<'a> {
    values: &'a [Value],
    exact: FxHashSet<&'a Value>,
    /// Whether values can be equal to one of the list without being the same.
    loose: bool,
}

impl<'a> EqualityFinder<'a> {
    /// A finder for these values.
    pub fn new(values: &'a [Value]) -> Self {
        EqualityFinder {
            values,
            exact: values.iter().collect(),
            loose: values.iter().any(is_loose),
        }
    }

    /// Whether one of the values equals `value`.
    pub fn contains(&mut self, value: &Value) -> bool {
        self.exact.contains(value)
            || self.loose
                && is_loose(value)
                && self.values.iter().any(|other| ruby_equals(value, other))
    }
}

/// Numbers, and what may hold them.
fn is_loose(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_)) || Number::from_value(value).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_equalities() {
        let text = |text: &str| Value::from(text);
        let list = |items: &[Value]| Value::array(items.to_vec());
        let cases = [
            (text("a"), text("A"), true, false),
            (text("é"), text("É"), false, false),
            (Value::Integer(1), Value::Float(1.0), true, true),
            (Value::Integer(1), text("1"), false, false),
            (
                list(&[text("a"), Value::Integer(1)]),
                list(&[text("A"), Value::Float(1.0)]),
                true,
                false,
            ),
            (
                Value::hash([(text("a"), Value::Undef)]),
                Value::hash([(text("b"), Value::Undef)]),
                true,
                false,
            ),
            (Value::Undef, Value::Boolean(false), false, false),
        ];
        for (a, b, puppet, ruby) in cases {
            assert_eq!(
                (equals(&a, &b), ruby_equals(&a, &b)),
                (puppet, ruby),
                "{a:?} {b:?}"
            );
        }
    }
}

//! Matching of values against patterns, as `=~` and `case` do it, for the parameters of `URI` and of object types.

use puppet_scalars::{SemVer, Uri};

use crate::relation::relate::Relate;
use crate::value::Value;

impl Relate<'_> {
    /// Does the value match the pattern: a type, a regular expression, or a value (CompareOperator#match)?
    pub fn value_matches(&self, value: &Value, pattern: &Value) -> bool {
        match (pattern, value) {
            (Value::Type(ty), _) => self.is_instance(ty, value),
            (Value::Regexp(regexp), Value::String(text)) => self.matches(regexp, text),
            (Value::Regexp(_), _) => false,
            (Value::Default, _) => true,
            (Value::SemVer(version), Value::String(text)) => {
                SemVer::parse(text).is_ok_and(|other| other == **version)
            }
            (Value::SemVerRange(range), Value::SemVer(version)) => range.includes(version),
            (Value::SemVerRange(range), Value::String(text)) => {
                SemVer::parse(text).is_ok_and(|version| range.includes(&version))
            }
            (Value::SemVerRange(_), _) => false,
            (Value::Array(patterns), Value::Array(values)) => {
                patterns.len() == values.len()
                    && patterns
                        .iter()
                        .zip(values.iter())
                        .all(|(pattern, value)| self.value_matches(value, pattern))
            }
            (Value::Hash(patterns), Value::Hash(values)) => {
                patterns.iter().all(|(key, pattern)| {
                    self.value_matches(values.get(key).unwrap_or(&Value::Undef), pattern)
                })
            }
            _ => puppet_equals(value, pattern),
        }
    }

    /// Do the parts of the URI match the parameters of a `URI` type?
    pub(super) fn uri_matches(&self, uri: &Uri, parameters: &Value) -> bool {
        let Value::Hash(parameters) = parameters else {
            return true;
        };
        parameters.iter().all(|(part, pattern)| {
            let value = part
                .as_str()
                .map_or(Value::Undef, |part| uri_part(uri, part));
            self.value_matches(&value, pattern)
        })
    }
}

/// The part of a URI with that name, as Ruby gives it: the port is a number, and may be the scheme's own.
fn uri_part(uri: &Uri, part: &str) -> Value {
    let parts = uri.parts();
    let text = |text: &Option<String>| text.as_deref().map_or(Value::Undef, Value::from);
    match part {
        "scheme" => text(&parts.scheme),
        "userinfo" => text(&parts.userinfo),
        "host" => text(&parts.host),
        "port" => parts
            .port
            .and_then(|port| i64::try_from(port).ok())
            .map_or(Value::Undef, Value::Integer),
        "path" => text(&parts.path),
        "query" => text(&parts.query),
        "fragment" => text(&parts.fragment),
        "opaque" => text(&parts.opaque),
        _ => Value::Undef,
    }
}

/// The operator `==` of the language: strings without regard to the case of ASCII letters, numbers by their value,
/// arrays and hashes element by element (CompareOperator#equals).
pub fn puppet_equals(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
        (Value::BigInteger(a), Value::Float(b)) | (Value::Float(b), Value::BigInteger(a)) => {
            **a as f64 == *b
        }
        (Value::Integer(a), Value::Float(b)) | (Value::Float(b), Value::Integer(a)) => {
            *a as f64 == *b
        }
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| puppet_equals(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| puppet_equals(b.get(key).unwrap_or(&Value::Undef), value))
        }
        _ => a == b,
    }
}

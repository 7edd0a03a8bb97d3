//! Parameters of scalar types.

use std::sync::Arc;

use puppet_scalars::{Regexp, SemVerRange, Uri};

use super::{
    ParameterizeOutcome, TypeAccess,
    error::{AccessError, Blame, class_name},
};
use crate::{
    float::Float64,
    ty::{FloatRange, IntegerRange, Range, Type},
    type_of_value::uri_parameters,
    value::Value,
};

impl TypeAccess<'_> {
    pub(super) fn integer(&self, keys: &[Value]) -> ParameterizeOutcome {
        assert_range("Integer", keys, "integers", |key| {
            matches!(
                key,
                Value::Integer(_) | Value::BigInteger(_) | Value::Default
            )
        })?;
        big_integer_range(keys).map_err(AccessError::runtime)
    }

    pub(super) fn float(&self, keys: &[Value]) -> ParameterizeOutcome {
        assert_range("Float", keys, "floats, or integers", |key| {
            matches!(
                key,
                Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) | Value::Default
            )
        })?;
        let range = float_range(keys).map_err(AccessError::runtime)?;
        Ok(Type::Float(range))
    }

    pub(super) fn string(&self, keys: &[Value]) -> ParameterizeOutcome {
        if keys.is_empty() || keys.len() > 2 {
            let message = format!(
                "String supports [] with one or two arguments. Got {}",
                keys.len()
            );
            return Err(AccessError::new(
                "BAD_STRING_SLICE_ARITY",
                Blame::Whole,
                message,
            ));
        }
        Ok(Type::string_size(self.size(0, keys)?))
    }

    pub(super) fn enumeration(&self, mut keys: Vec<Value>) -> ParameterizeOutcome {
        let mut case_insensitive = false;
        if let Some(Value::Boolean(value)) = keys.last() {
            case_insensitive = *value;
            keys.pop();
        }
        self.assert_keys(&keys, None, "String", |key| matches!(key, Value::String(_)))?;
        Ok(Type::enum_of(
            keys.iter().filter_map(Value::as_str),
            case_insensitive,
        ))
    }

    pub(super) fn pattern(&self, keys: &[Value]) -> ParameterizeOutcome {
        let expected = "String or Regexp or Pattern-Type or Regexp-Type";
        self.assert_keys(keys, None, expected, |key| {
            matches!(
                key,
                Value::String(_)
                    | Value::Regexp(_)
                    | Value::Type(Type::Pattern(_) | Type::Regexp(_))
            )
        })?;
        pattern_of(keys).map_err(AccessError::runtime)
    }

    pub(super) fn boolean(&self, keys: &[Value]) -> ParameterizeOutcome {
        let expected = "TrueClass or FalseClass";
        self.assert_keys(keys, Some(1), expected, |key| {
            matches!(key, Value::Boolean(_))
        })?;
        Ok(Type::Boolean(
            if let Some(Value::Boolean(value)) = keys.first() {
                Some(*value)
            } else {
                None
            },
        ))
    }

    pub(super) fn regexp(&self, keys: &[Value]) -> ParameterizeOutcome {
        if keys.len() != 1 {
            let blame = match keys {
                [] => Blame::Whole,
                _ => Blame::Key(1),
            };
            let error = AccessError::arity(&self.base_with_article(), 1, Some(1), keys.len());
            return Err(AccessError { blame, ..error });
        }
        self.assert_keys(keys, Some(1), "String or Regexp", |key| {
            matches!(key, Value::String(_) | Value::Regexp(_))
        })?;
        regexp_of(keys.first().unwrap_or(&Value::Undef)).map_err(AccessError::runtime)
    }

    pub(super) fn semver(&self, keys: &[Value]) -> ParameterizeOutcome {
        let expected = "String or SemanticPuppet::VersionRange";
        self.assert_keys(keys, None, expected, |key| {
            matches!(key, Value::String(_) | Value::SemVerRange(_))
        })?;
        semver_of(keys).map_err(AccessError::runtime)
    }

    pub(super) fn uri(&self, keys: &[Value]) -> ParameterizeOutcome {
        let [key] = keys else {
            return Err(AccessError::arity("URI-Type", 1, Some(1), keys.len()));
        };
        if !self.relate.is_instance(&uri_parameter_type(), key) {
            return Err(AccessError::not_a_type("URI", 0, key));
        }
        uri_from(key).map_err(AccessError::runtime)
    }
}

/// Checks the bounds of a range of numbers: one or two of the allowed kind, or `default`.
fn assert_range(
    name: &str,
    keys: &[Value],
    expected: &str,
    is_allowed: impl Fn(&Value) -> bool,
) -> Result<(), AccessError> {
    if keys.is_empty() || keys.len() > 2 {
        let count = keys.len();
        let message =
            format!("{name}-Type supports [] with one or two arguments (from, to). Got {count}");
        let issue = "BAD_INTEGER_SLICE_ARITY";
        return Err(AccessError::new(issue, Blame::Whole, message));
    }
    let Some(index) = keys.iter().position(|key| !is_allowed(key)) else {
        return Ok(());
    };
    let other = class_name(keys.get(index).unwrap_or(&Value::Undef));
    let message =
        format!("{name}-Type [] requires all arguments to be {expected} (or default). Got {other}");
    let issue = "BAD_INTEGER_SLICE_TYPE";
    Err(AccessError::new(issue, Blame::Key(index), message))
}

/// A range of one or two integers or defaults.
pub(super) fn integer_range(keys: &[Value]) -> Result<IntegerRange, AccessError> {
    let bound = |index: usize| match keys.get(index) {
        Some(Value::Integer(number)) => Some(*number),
        _ => None,
    };
    let (from, to) = (bound(0), bound(1));
    IntegerRange::new(from, to).ok_or_else(|| {
        AccessError::runtime(range_error(
            from.unwrap_or_default(),
            to.unwrap_or_default(),
        ))
    })
}

/// `Integer` with a range of one or two integers of any size, or defaults.
pub(crate) fn big_integer_range(keys: &[Value]) -> ScalarResult {
    let bound = |index: usize| keys.get(index).and_then(Value::as_integer);
    let (from, to) = (bound(0), bound(1));
    Range::new(from, to)
        .map(Type::integers)
        .ok_or_else(|| range_error(from.unwrap_or_default(), to.unwrap_or_default()))
}

/// What Puppet says of a range that ends before it starts.
pub(crate) fn range_error(from: impl std::fmt::Display, to: impl std::fmt::Display) -> String {
    format!("'from' must be less or equal to 'to'. Got ({from}, {to}")
}

/// A range of one or two numbers or defaults.
pub(crate) fn float_range(keys: &[Value]) -> Result<FloatRange, String> {
    let bound = |index: usize| match keys.get(index) {
        Some(Value::Integer(number)) => Some(Float64(*number as f64)),
        Some(Value::BigInteger(number)) => Some(Float64(**number as f64)),
        Some(Value::Float(number)) => Some(Float64(*number)),
        _ => None,
    };
    let (from, to) = (bound(0), bound(1));
    FloatRange::new(from, to)
        .ok_or_else(|| range_error(from.unwrap_or(Float64(0.0)), to.unwrap_or(Float64(0.0))))
}

/// `Regexp[…]` of a string or a regular expression.
pub(crate) fn regexp_of(key: &Value) -> ScalarResult {
    match key {
        Value::Regexp(regexp) => Ok(Type::Regexp(Some(Arc::clone(regexp)))),
        Value::String(source) => match Regexp::new(source.as_str()) {
            Ok(regexp) => Ok(Type::Regexp(Some(Arc::new(regexp)))),
            Err(error) => Err(error.to_string()),
        },
        _ => Ok(Type::REGEXP),
    }
}

/// A type, or what Ruby or Puppet says is wrong.
pub(crate) type ScalarResult = Result<Type, String>;

/// `Pattern[…]` of strings, regular expressions, and `Regexp` and `Pattern` types (TypeFactory.pattern).
pub(crate) fn pattern_of(keys: &[Value]) -> ScalarResult {
    let mut regexps = Vec::new();
    for key in keys {
        match key {
            Value::Type(Type::Pattern(pattern)) => regexps.extend(pattern.regexps.iter().cloned()),
            Value::Type(Type::Regexp(Some(regexp))) | Value::Regexp(regexp) => {
                regexps.push(Regexp::clone(regexp))
            }
            Value::Type(Type::Regexp(None)) => regexps.extend(Regexp::new("")),
            Value::String(source) => match Regexp::new(source.as_str()) {
                Ok(regexp) => regexps.push(regexp),
                Err(error) => return Err(error.to_string()),
            },
            other => {
                let message = "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got";
                return Err(format!("{message} '{}", class_name(other)));
            }
        }
    }
    Ok(Type::pattern_of(regexps))
}

/// `SemVer[…]` of strings and ranges.
pub(crate) fn semver_of(keys: &[Value]) -> ScalarResult {
    let mut ranges = Vec::new();
    for key in keys {
        match key {
            Value::SemVerRange(range) => ranges.push(SemVerRange::clone(range)),
            Value::String(text) => match SemVerRange::parse(text) {
                Ok(range) => ranges.push(range),
                Err(error) => return Err(error.to_string()),
            },
            other => return Err(format!("undefined method `gsub' for {}", class_name(other))),
        }
    }
    Ok(Type::SemVer(Arc::new(merge_version_ranges(ranges))))
}

/// Joins ranges that overlap or touch (PSemVerType#merge_ranges).
pub(crate) fn merge_version_ranges(ranges: Vec<SemVerRange>) -> Vec<SemVerRange> {
    if ranges.len() < 2 {
        return ranges;
    }
    let mut open = ranges;
    let mut merged = Vec::new();
    while let Some(mut current) = open.pop() {
        let mut rest = Vec::new();
        for other in open {
            match merge_two(&current, &other) {
                Some(both) => current = both,
                None => rest.push(other),
            }
        }
        merged.push(current);
        open = rest;
    }
    merged.reverse();
    merged
}

/// PSemVerRangeType.merge
fn merge_two(a: &SemVerRange, b: &SemVerRange) -> Option<SemVerRange> {
    let (a_begin, a_end, a_open) = (a.begin()?, a.end()?, a.excludes_end()?);
    let (b_begin, b_end, b_open) = (b.begin()?, b.end()?, b.excludes_end()?);
    if a.includes(&b_begin) || b.includes(&a_begin) {
        let order = a_end.precedence(&b_end);
        let max = if order.is_lt() { &b_end } else { &a_end };
        let excludes_end = match (a_open, b_open) {
            (true, _) => order.is_ge() && (order.is_gt() || b_open),
            (false, true) => order.is_lt(),
            (false, false) => false,
        };
        let min = if a_begin.precedence(&b_begin).is_le() {
            &a_begin
        } else {
            &b_begin
        };
        Some(SemVerRange::from_bounds(min, max, excludes_end))
    } else if a_open && a_end.precedence(&b_begin).is_eq() {
        Some(SemVerRange::from_bounds(&a_begin, &b_end, b_open))
    } else if b_open && b_end.precedence(&a_begin).is_eq() {
        Some(SemVerRange::from_bounds(&b_begin, &a_end, a_open))
    } else {
        None
    }
}

/// What a parameter of `URI` may be (PURIType::TYPE_URI_PARAM_TYPE).
pub(crate) fn uri_parameter_type() -> Type {
    static TYPE: std::sync::LazyLock<Type> = std::sync::LazyLock::new(|| {
        let text = "Optional[Variant[String[1], Regexp, Type[Pattern], Type[Enum], Type[NotUndef], Type[Undef]]]";
        let port = "Optional[Variant[Integer[0], Type[NotUndef], Type[Undef]]]";
        let source = format!(
            "Variant[String[1], Struct[{{Optional[scheme] => {text}, Optional[userinfo] => {text}, \
             Optional[host] => {text}, Optional[port] => {port}, Optional[path] => {text}, Optional[query] => {text}, \
             Optional[fragment] => {text}, Optional[opaque] => {text}}}]]"
        );
        crate::reader::read_text(&crate::context::BuiltinContext, &source).unwrap_or(Type::Unknown)
    });
    TYPE.clone()
}

/// `URI[…]` of a string, a URI or a hash; anything else gives the type without parameters (PURIType#initialize).
pub(crate) fn uri_from(key: &Value) -> ScalarResult {
    match key {
        Value::String(text) => {
            if !looks_like_uri(text) {
                return Err(
                    "URI-Type parameter has wrong type, expects a match for Pattern[/..."
                        .to_owned(),
                );
            }
            let uri = Uri::parse(text).map_err(|error| error.to_string())?;
            Ok(Type::Uri(uri_parameters(&uri)))
        }
        Value::Uri(uri) => Ok(Type::Uri(uri_parameters(uri))),
        Value::Hash(entries) if !entries.is_empty() => Ok(Type::Uri(Some(Arc::new(key.clone())))),
        _ => Ok(Type::Uri(None)),
    }
}

/// Is there an absolute URI in the text: a scheme, a colon, and a first character after it (Pcore::TYPE_URI)?
fn looks_like_uri(text: &str) -> bool {
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    text.match_indices(':').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let scheme = before.rsplit(|c| !is_scheme(c)).next().unwrap_or_default();
        let after = text.get(at + 1..).unwrap_or_default();
        scheme.contains(|c: char| c.is_ascii_alphabetic())
            && after.starts_with(|c: char| {
                c.is_ascii_alphanumeric() || "/-_.!~*'();?:@&=+$,%".contains(c)
            })
    })
}

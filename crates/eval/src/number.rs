//! Numbers as operands: conversion of strings, and exact comparison.

use std::cmp::Ordering;

use puppet_scalars::{Timespan, Timestamp};
use puppet_types::{Float64, Value};

/// What arithmetic computes with: Ruby's `Numeric`, to which Puppet's times belong, and versions, which only say that
/// they cannot be computed with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer. Wider than Puppet's own, because operands and results are checked afterwards.
    Integer(i128),
    /// A float.
    Float(f64),
    /// A duration.
    Timespan(Timespan),
    /// A point in time.
    Timestamp(Timestamp),
    /// A version.
    Version,
}

impl Number {
    /// The number that a value is, without conversion of strings.
    pub fn from_value(value: &Value) -> Option<Number> {
        Some(match value {
            Value::Integer(value) => Number::Integer((*value).into()),
            Value::BigInteger(value) => Number::Integer(**value),
            Value::Float(value) => Number::Float(*value),
            Value::Timespan(span) => Number::Timespan(**span),
            Value::Timestamp(time) => Number::Timestamp(**time),
            Value::SemVer(_) => Number::Version,
            _ => return None,
        })
    }

    /// The value; none for integers outside of 64 bits, and for versions.
    pub fn to_value(self) -> Option<Value> {
        Some(match self {
            Number::Integer(value) => Value::Integer(i64::try_from(value).ok()?),
            Number::Float(value) => Value::Float(value),
            Number::Timespan(span) => span.into(),
            Number::Timestamp(time) => time.into(),
            Number::Version => return None,
        })
    }

    /// The kind in Puppet's messages.
    pub fn label(self) -> &'static str {
        match self {
            Number::Integer(_) => "Integer",
            Number::Float(_) => "Float",
            Number::Timespan(_) => "Timespan",
            Number::Timestamp(_) => "Timestamp",
            Number::Version => "Semver",
        }
    }

    /// Whether it is a duration or a point in time.
    pub fn is_time(self) -> bool {
        matches!(self, Number::Timespan(_) | Number::Timestamp(_))
    }

    /// As a float; times are seconds.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
            Number::Timespan(span) => span.as_secs_f64(),
            Number::Timestamp(time) => time.as_secs_f64(),
            Number::Version => f64::NAN,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Integer(value) => value.fmt(f),
            Number::Float(value) => Float64(*value).fmt(f),
            Number::Timespan(span) => span.fmt(f),
            Number::Timestamp(time) => time.fmt(f),
            Number::Version => f.write_str("version"),
        }
    }
}

/// What reading a string as a number gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberRead {
    /// A number.
    Number(Number),
    /// Not a number.
    No,
    /// An integer of more than 127 bits.
    Huge,
}

/// Reads a string as Puppet does where it wants a number (`Utils.to_n`): decimal, hexadecimal with `0x`, octal with
/// `0`, or a decimal fraction; a sign, and spaces around it and after the sign, are allowed.
pub fn read(text: &str) -> NumberRead {
    let text = text.strip_prefix("::").unwrap_or(text);
    let text = text.trim_matches(is_blank);
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let digits = digits.trim_start_matches(is_blank);
    match read_unsigned(digits) {
        NumberRead::Number(Number::Integer(value)) if negative => {
            NumberRead::Number(Number::Integer(-value))
        }
        NumberRead::Number(Number::Float(value)) if negative => {
            NumberRead::Number(Number::Float(-value))
        }
        other => other,
    }
}

/// Ruby's `[[:blank:]]`: a tab, or a space of Unicode.
fn is_blank(c: char) -> bool {
    c == '\t'
        || c == ' '
        || (c.is_whitespace() && !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}'))
}

fn read_unsigned(digits: &str) -> NumberRead {
    if let Some(hex) = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        return integer(hex, 16);
    }
    let whole_end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    let (whole, rest) = digits.split_at(whole_end);
    if whole.is_empty() {
        return NumberRead::No;
    }
    if rest.is_empty() {
        return if whole.len() > 1 && whole.starts_with('0') {
            integer(whole, 8)
        } else {
            integer(whole, 10)
        };
    }
    if !is_fraction(rest) {
        return NumberRead::No;
    }
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    if leading_zero && whole.bytes().any(|b| b > b'7') {
        return NumberRead::No;
    }
    let is_zero = whole.bytes().all(|b| b == b'0');
    if is_zero && is_zero_fraction_with_exponent(rest) {
        return NumberRead::No;
    }
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => NumberRead::Number(Number::Float(value)),
        _ => NumberRead::No,
    }
}

fn integer(digits: &str, radix: u32) -> NumberRead {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return NumberRead::No;
    }
    i128::from_str_radix(digits, radix).map_or(NumberRead::Huge, |value| {
        NumberRead::Number(Number::Integer(value))
    })
}

/// `(?:\.\d+)?(?:[eE]-?\d+)?`
fn is_fraction(text: &str) -> bool {
    let after_point = match text.strip_prefix('.') {
        Some(rest) => {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            if end == 0 {
                return false;
            }
            rest.get(end..).unwrap_or_default()
        }
        None => text,
    };
    match after_point.strip_prefix(['e', 'E']) {
        Some(exponent) => {
            let exponent = exponent.strip_prefix('-').unwrap_or(exponent);
            !exponent.is_empty() && exponent.bytes().all(|b| b.is_ascii_digit())
        }
        None => after_point.is_empty(),
    }
}

/// `\.?0*[eE].*`: a zero with an exponent is no number.
fn is_zero_fraction_with_exponent(text: &str) -> bool {
    text.strip_prefix('.')
        .unwrap_or(text)
        .trim_start_matches('0')
        .starts_with(['e', 'E'])
}

/// The exact order of an integer and a float; none for NaN.
pub fn compare_integer_float(integer: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float >= 1.0e38 {
        return Some(Ordering::Less);
    }
    if float <= -1.0e38 {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc();
    Some(integer.cmp(&(whole as i128)).then_with(|| {
        0.0_f64
            .partial_cmp(&(float - whole))
            .unwrap_or(Ordering::Equal)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_strings_as_puppet() {
        let int = |value| NumberRead::Number(Number::Integer(value));
        let float = |value| NumberRead::Number(Number::Float(value));
        let cases = [
            ("12", int(12)),
            ("-0x1F", int(-31)),
            ("017", int(15)),
            ("09", NumberRead::No),
            ("0b11", NumberRead::No),
            (" 1\t", int(1)),
            ("- 1", int(-1)),
            ("+1", int(1)),
            ("1\n", NumberRead::No),
            ("::1", int(1)),
            ("1_000", NumberRead::No),
            ("1e2", float(100.0)),
            ("1.5", float(1.5)),
            ("01.5", float(1.5)),
            ("0.0e1", NumberRead::No),
            ("0.0", float(0.0)),
            (".5", NumberRead::No),
            ("1.", NumberRead::No),
            ("", NumberRead::No),
            ("1e400", NumberRead::No),
            ("99999999999999999999", int(99_999_999_999_999_999_999)),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn compares_exactly() {
        let big = (1_i128 << 53) + 1;
        assert_eq!(
            compare_integer_float(big, (1_i64 << 53) as f64),
            Some(Ordering::Greater)
        );
        assert_eq!(compare_integer_float(1, 1.5), Some(Ordering::Less));
        assert_eq!(compare_integer_float(-1, -1.5), Some(Ordering::Greater));
        assert_eq!(
            compare_integer_float(0, f64::INFINITY),
            Some(Ordering::Less)
        );
        assert_eq!(compare_integer_float(0, f64::NAN), None);
    }
}

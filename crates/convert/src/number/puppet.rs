//! Puppet's conversion of a string that is used as a number (`Utils.to_n`).

use puppet_types::Value;

use super::ruby::{parse_float, parse_integer};

/// A number that a string stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer; it may be beyond what Puppet allows in arithmetic.
    Integer(i128),
    /// A float.
    Float(f64),
}

impl Number {
    /// The value.
    pub fn to_value(self) -> Value {
        match self {
            Self::Integer(value) => Value::integer(value),
            Self::Float(value) => Value::Float(value),
        }
    }
}

fn is_blank(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// The number of a string: decimal, hexadecimal (`0x`), octal (leading `0`) or a float, with spaces around and after
/// the sign. Nothing if it is none, or a float that is too large.
pub fn to_number(text: &str) -> Option<Number> {
    let body = text
        .strip_prefix("::")
        .unwrap_or(text)
        .trim_matches(is_blank);
    let (negative, body) = match body.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, body.strip_prefix('+').unwrap_or(body)),
    };
    let body = body.trim_start_matches(is_blank);
    let number = unsigned(body)?;
    Some(match number {
        Number::Integer(value) => Number::Integer(if negative { -value } else { value }),
        Number::Float(value) => Number::Float(if negative { -value } else { value }),
    })
}

fn unsigned(body: &str) -> Option<Number> {
    let hexadecimal = body
        .get(..2)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"));
    if hexadecimal {
        let digits = &body[2..];
        let valid = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
        return if valid {
            parse_integer(body, None).ok().map(Number::Integer)
        } else {
            None
        };
    }
    let count = body.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = body.split_at(count);
    if whole.is_empty() {
        return None;
    }
    if rest.is_empty() {
        return parse_integer(whole, None).ok().map(Number::Integer);
    }
    if !is_fraction_and_exponent(rest) {
        return None;
    }
    let value = parse_float(body).ok()?;
    value.is_finite().then_some(Number::Float(value))
}

/// `.5`, `e-3`, `.5E10`
fn is_fraction_and_exponent(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = text;
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix('-').unwrap_or(exponent);
        let count = digits(exponent);
        return count > 0 && count == exponent.len();
    }
    rest.is_empty()
}

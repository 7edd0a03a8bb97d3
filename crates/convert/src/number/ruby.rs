//! Ruby's `Integer(text, radix)` and `Float(text)`.

use crate::ConvertError;

/// What may stand around a number.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b')
}

fn invalid<T>(kind: &str, text: &str) -> Result<T, ConvertError> {
    ConvertError::raised(format!(
        "invalid value for {kind}(): {}",
        crate::string::ruby_inspect(text)
    ))
}

/// Reads an integer; without a radix, its prefix decides. A number beyond 127 bits is not decided.
pub fn parse_integer(text: &str, radix: Option<u32>) -> Result<i128, ConvertError> {
    let (negative, digits) = match trimmed(text).strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (
            false,
            trimmed(text).strip_prefix('+').unwrap_or(trimmed(text)),
        ),
    };
    let (radix, digits) = split_prefix(digits, radix);
    let Some(digits) = without_underscores(digits, radix) else {
        return invalid("Integer", text);
    };
    let value = i128::from_str_radix(&digits, radix).map_err(|_| ConvertError::Undecidable)?;
    Ok(if negative { -value } else { value })
}

/// Cuts off `0x`, `0b`, `0o` or `0d`, if it fits the radix.
fn split_prefix(digits: &str, radix: Option<u32>) -> (u32, &str) {
    let prefix = digits.get(..2).unwrap_or_default().to_ascii_lowercase();
    let by_prefix = match prefix.as_str() {
        "0x" => Some(16),
        "0b" => Some(2),
        "0o" => Some(8),
        "0d" => Some(10),
        _ => None,
    };
    match (by_prefix, radix) {
        (Some(found), None) => (found, &digits[2..]),
        (Some(found), Some(radix)) if found == radix => (radix, &digits[2..]),
        (_, Some(radix)) => (radix, digits),
        (None, None) if digits.len() > 1 && digits.starts_with('0') => {
            (8, digits[1..].strip_prefix('_').unwrap_or(&digits[1..]))
        }
        (None, None) => (10, digits),
    }
}

/// Digits with single underscores between them, without these.
fn without_underscores(text: &str, radix: u32) -> Option<String> {
    let well_formed = !text.is_empty()
        && text
            .split('_')
            .all(|part| !part.is_empty() && part.chars().all(|c| c.is_digit(radix)));
    well_formed.then(|| text.replace('_', ""))
}

/// Reads a float.
pub fn parse_float(text: &str) -> Result<f64, ConvertError> {
    let body = trimmed(text);
    let (negative, unsigned) = match body.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, body.strip_prefix('+').unwrap_or(body)),
    };
    if unsigned
        .get(..2)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"))
    {
        return match parse_hexadecimal(&unsigned[2..]) {
            Some(value) => Ok(if negative { -value } else { value }),
            None => invalid("Float", text),
        };
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |part: &str| without_underscores(part, 10);
    let whole = if whole.is_empty() && fraction.is_some() {
        Some("0".to_owned())
    } else {
        digits(whole)
    };
    let fraction = fraction.map_or(Some("0".to_owned()), digits);
    let exponent = exponent.map_or(Some("0".to_owned()), |exponent| {
        let (sign, rest) = match exponent.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", exponent.strip_prefix('+').unwrap_or(exponent)),
        };
        digits(rest).map(|digits| format!("{sign}{digits}"))
    });
    let (Some(whole), Some(fraction), Some(exponent)) = (whole, fraction, exponent) else {
        return invalid("Float", text);
    };
    let value: f64 = format!("{whole}.{fraction}e{exponent}")
        .parse()
        .unwrap_or(f64::NAN);
    Ok(if negative { -value } else { value })
}

/// Hexadecimal digits, with a fraction and a binary exponent.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() || (mantissa.contains('.') && fraction.is_empty()) {
        return None;
    }
    let mut value = 0.0_f64;
    for c in without_underscores(whole, 16)?.chars() {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    let mut weight = 1.0 / 16.0;
    for c in fraction.chars() {
        value += f64::from(c.to_digit(16)?) * weight;
        weight /= 16.0;
    }
    Some(value * 2.0_f64.powi(exponent))
}

//! Scalars as Ruby writes them.

use std::fmt::Write;

/// A string as JSON.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A float: with an exponent below 0.0001 and from 1e16 on.
pub(super) fn float(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "NaN" } else { "Infinity" }.to_owned();
    }
    let plain = format!("{value:?}");
    let size = value.abs();
    if size == 0.0 || (1e-4..1e16).contains(&size) {
        return plain;
    }
    let scientific = format!("{value:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return plain;
    };
    let mantissa = match mantissa.contains('.') {
        true => mantissa.to_owned(),
        false => format!("{mantissa}.0"),
    };
    match exponent.strip_prefix('-') {
        Some(exponent) => format!("{mantissa}e-{exponent:0>2}"),
        None => format!("{mantissa}e+{exponent:0>2}"),
    }
}

/// A regular expression with its slashes, as `Regexp#inspect` writes it.
pub(super) fn inspect_regex(pattern: &str) -> String {
    let mut out = String::from("/");
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            c if c.is_control() && !c.is_whitespace() => {
                let _ = write!(out, "\\x{:02X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('/');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_rubys() {
        let table = [1.5, 1000.0, 1e16, 1e-5, 0.0001, 1.25e20, 1e100].map(float);
        assert_eq!(
            table,
            [
                "1.5", "1000.0", "1.0e+16", "1.0e-05", "0.0001", "1.25e+20", "1.0e+100"
            ]
        );
    }

    #[test]
    fn regular_expressions_are_inspected() {
        assert_eq!(inspect_regex("a/b\\/c"), "/a\\/b\\/c/");
    }
}

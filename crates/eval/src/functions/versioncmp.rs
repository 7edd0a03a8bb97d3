//! `versioncmp`: compares versions of packages (`Puppet::Util::Package.versioncmp`).

use std::cmp::Ordering;

use puppet_types::Value;

use super::function::{Function, builtin};

pub(super) const FUNCTIONS: &[Function] = &[builtin("versioncmp", |call| {
    let ignore = matches!(call.argument(2), Value::Boolean(true));
    Ok(Value::Integer(
        compare(call.text(0), call.text(1), ignore) as i64
    ))
})];

/// The order of two versions: digits are compared as numbers, letters as text, and a dash comes before all else.
pub fn compare(a: &str, b: &str, ignore_trailing_zeroes: bool) -> Ordering {
    let (a, b) = if ignore_trailing_zeroes {
        (without_trailing_zeroes(a), without_trailing_zeroes(b))
    } else {
        (a.to_owned(), b.to_owned())
    };
    let (a_parts, b_parts) = (parts(&a), parts(&b));
    let mut a_rest = a_parts.into_iter();
    let mut b_rest = b_parts.into_iter();
    while let (Some(x), Some(y)) = (a_rest.next(), b_rest.next()) {
        if x == y {
            continue;
        }
        for separator in ["-", "."] {
            if x == separator {
                return Ordering::Less;
            }
            if y == separator {
                return Ordering::Greater;
            }
        }
        return match (is_number(x), is_number(y)) {
            (true, true) if x.starts_with('0') || y.starts_with('0') => compare_upcase(x, y),
            (true, true) => number(x).cmp(&number(y)),
            _ => compare_upcase(x, y),
        };
    }
    a.cmp(&b)
}

fn compare_upcase(a: &str, b: &str) -> Ordering {
    a.to_uppercase().cmp(&b.to_uppercase())
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Numbers of any length: by their number of digits first.
fn number(text: &str) -> (usize, &str) {
    let digits = text.trim_start_matches('0');
    (digits.len(), digits)
}

/// `[-.]|\d+|[^-.\d]+`
fn parts(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        '-' | '.' => 0,
        c if c.is_ascii_digit() => 1,
        _ => 2,
    };
    let mut parts = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = kind(c);
        if last.is_some_and(|last| last != now || last == 0) {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at;
        }
        last = Some(now);
    }
    if start < text.len() {
        parts.push(text.get(start..).unwrap_or_default());
    }
    parts
}

/// Without zeros and dots at the end of the part before the first dash.
fn without_trailing_zeroes(text: &str) -> String {
    let trim = |version: &str| version.trim_end_matches(['0', '.']).to_owned();
    match text.split_once('-') {
        Some((version, rest)) => format!("{}-{}", trim(version), rest.trim_end_matches('-')),
        None => trim(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_versions() {
        let cases = [
            ("1.2.3", "1.2.3", Ordering::Equal),
            ("1.10", "1.9", Ordering::Greater),
            ("2.6-1", "2.4.5", Ordering::Greater),
            ("1.2.3-1", "1.2.3", Ordering::Greater),
            ("1.2-a", "1.2.3", Ordering::Less),
            ("1.0a", "1.0b", Ordering::Less),
        ];
        for (a, b, order) in cases {
            assert_eq!(compare(a, b, false), order, "{a} {b}");
        }
        assert_eq!(compare("1.0.0", "1", true), Ordering::Equal);
    }
}

//! Numbers: their forms in Puppet, and their values.

use crate::SyntaxKind;
use crate::lexer::LexErrorKind;

/// A number at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NumberToken {
    pub(crate) kind: SyntaxKind,
    /// Its length in bytes.
    pub(crate) len: usize,
    /// Whether it is well formed up to here. If not, `len` covers the word that starts with a digit.
    pub(crate) matched: bool,
}

/// Reads the number that `text` starts with; its first character must be a digit.
pub(crate) fn scan(text: &str) -> NumberToken {
    let bytes = text.as_bytes();
    let integer = NumberToken {
        kind: SyntaxKind::INTEGER,
        len: 0,
        matched: true,
    };
    if matches!(bytes, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit()) {
        let len = 2 + run(&bytes[2..], |byte| byte.is_ascii_hexdigit());
        if ends_word(text, len) {
            return NumberToken { len, ..integer };
        }
        return NumberToken {
            len: word_len(bytes),
            matched: false,
            ..integer
        };
    }
    let digits = run(bytes, |byte| byte.is_ascii_digit());
    let mut len = digits;
    if bytes.get(len) == Some(&b'.') {
        let fraction = run(&bytes[len + 1..], |byte| byte.is_ascii_digit());
        if fraction > 0 {
            len += 1 + fraction;
        }
    }
    len += exponent_len(&bytes[len..]);
    if len > digits && ends_word(text, len) {
        return NumberToken {
            kind: SyntaxKind::FLOAT,
            len,
            matched: true,
        };
    }
    if ends_word(text, digits) {
        return NumberToken {
            len: digits,
            ..integer
        };
    }
    NumberToken {
        len: word_len(bytes),
        matched: false,
        ..integer
    }
}

fn exponent_len(bytes: &[u8]) -> usize {
    let sign = match bytes {
        [b'e' | b'E', b'-', ..] => 2,
        [b'e' | b'E', ..] => 1,
        _ => return 0,
    };
    match run(&bytes[sign..], |byte| byte.is_ascii_digit()) {
        0 => 0,
        digits => sign + digits,
    }
}

/// The number of bytes at the start that are `wanted`.
fn run(bytes: &[u8], wanted: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| wanted(byte)).count()
}

fn word_len(bytes: &[u8]) -> usize {
    run(bytes, |byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether no word character, of any script, stands at `at`.
fn ends_word(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at) {
        None => true,
        Some(byte) if byte.is_ascii() => !(byte.is_ascii_alphanumeric() || *byte == b'_'),
        Some(_) => !text[at..].starts_with(char::is_alphabetic),
    }
}

/// What is wrong with `text` as a number; `None` if it is one.
pub(crate) fn problem(text: &str) -> Option<LexErrorKind> {
    let bytes = text.as_bytes();
    match bytes {
        [b'0', b'x' | b'X', digits @ ..] => {
            let good = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
            (!good).then_some(LexErrorKind::InvalidHexNumber)
        }
        [b'0', next, ..] if *next != b'.' => {
            let good = bytes.iter().all(|byte| matches!(byte, b'0'..=b'7'));
            (!good).then_some(LexErrorKind::InvalidOctalNumber)
        }
        _ => {
            let digits = run(bytes, u8::is_ascii_digit);
            if digits > 0 && matches!(bytes.get(digits), Some(b'e' | b'E' | b'.')) {
                let number = scan(text);
                let good = number.matched && number.len == text.len();
                (!good).then_some(LexErrorKind::InvalidDecimalNumber)
            } else {
                (digits < bytes.len()).then_some(LexErrorKind::IllegalNumber)
            }
        }
    }
}

/// The value of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberValue {
    /// An integer and the radix it is written in: 8, 10 or 16. `None` if it does not fit in 64 bits.
    Integer(Option<i64>, u32),
    /// A number with fraction or exponent; infinite if it is too large.
    Float(f64),
}

/// The value of the text of an [`INTEGER`](SyntaxKind::INTEGER) or a [`FLOAT`](SyntaxKind::FLOAT), or of any other
/// text that is a number without sign. `None` if `text` is no number.
pub fn value(text: &str) -> Option<NumberValue> {
    if problem(text).is_some() || text.is_empty() {
        return None;
    }
    let integer = |digits: &str, radix| {
        Some(NumberValue::Integer(
            i64::from_str_radix(digits, radix).ok(),
            radix,
        ))
    };
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => integer(&text[2..], 16),
        _ if text.contains(['.', 'e', 'E']) => text.parse().ok().map(NumberValue::Float),
        [b'0', _, ..] => integer(text, 8),
        _ => integer(text, 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn values() {
        let table = [
            "0",
            "12",
            "0x1F",
            "017",
            "1.5",
            "1e3",
            "1.5E-2",
            "0.5",
            "9223372036854775808",
            "1e999",
        ]
        .map(|text| format!("{text} = {:?}", value(text)))
        .join("\n");
        expect![[r#"
            0 = Some(Integer(Some(0), 10))
            12 = Some(Integer(Some(12), 10))
            0x1F = Some(Integer(Some(31), 16))
            017 = Some(Integer(Some(15), 8))
            1.5 = Some(Float(1.5))
            1e3 = Some(Float(1000.0))
            1.5E-2 = Some(Float(0.015))
            0.5 = Some(Float(0.5))
            9223372036854775808 = Some(Integer(None, 10))
            1e999 = Some(Float(inf))"#]]
        .assert_eq(&table);
    }

    #[test]
    fn problems() {
        let table = [
            "", "08", "0e5", "00.5", "0x", "0x1G", "1e", "1.5e", "1.5abc", "12abc", "1.",
        ]
        .map(|text| format!("{text} = {:?}", problem(text).map(LexErrorKind::code)))
        .join("\n");
        expect![[r#"
             = None
            08 = Some("INVALID_OCTAL_NUMBER")
            0e5 = Some("INVALID_OCTAL_NUMBER")
            00.5 = Some("INVALID_OCTAL_NUMBER")
            0x = Some("INVALID_HEX_NUMBER")
            0x1G = Some("INVALID_HEX_NUMBER")
            1e = Some("INVALID_DECIMAL_NUMBER")
            1.5e = Some("INVALID_DECIMAL_NUMBER")
            1.5abc = Some("INVALID_DECIMAL_NUMBER")
            12abc = Some("ILLEGAL_NUMBER")
            1. = Some("INVALID_DECIMAL_NUMBER")"#]]
        .assert_eq(&table);
    }

    #[test]
    fn the_longest_number_that_ends_a_word() {
        let table = [
            "1.5.3", "1.5abc", "12abc", "1.e5", "1..2", "1e-5", "1e-", "0x1Fg", "0777", "1\u{e9}",
        ]
        .map(|text| format!("{text}: {} {:?}", scan(text).len, scan(text).matched))
        .join("\n");
        expect![[r#"
            1.5.3: 3 true
            1.5abc: 1 true
            12abc: 5 false
            1.e5: 1 true
            1..2: 1 true
            1e-5: 4 true
            1e-: 2 false
            0x1Fg: 5 false
            0777: 4 true
            1é: 1 false"#]]
        .assert_eq(&table);
    }
}

//! The values of the texts of strings, with their escapes replaced.
//!
//! Puppet replaces `\u` escapes first and all others after that, so a `\u005c` (a backslash) starts another escape.

use std::borrow::Cow;
use std::ops::Range;

/// The escapes of a string. All of them include `\\` too, except [`Escapes::NONE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Escapes(u16);

impl Escapes {
    /// None: every backslash stands for itself.
    pub const NONE: Escapes = Escapes(0);
    /// Only the backslash.
    pub const BACKSLASH: Escapes = Escapes(1);
    const SINGLE_QUOTE: Escapes = Escapes(1 << 1);
    const DOUBLE_QUOTE: Escapes = Escapes(1 << 2);
    /// `\$`
    pub const DOLLAR: Escapes = Escapes(1 << 3);
    const RETURN: Escapes = Escapes(1 << 4);
    const NEWLINE: Escapes = Escapes(1 << 5);
    const TAB: Escapes = Escapes(1 << 6);
    const SPACE: Escapes = Escapes(1 << 7);
    /// `\u1234`, `\u{1f600}`
    pub const UNICODE: Escapes = Escapes(1 << 8);
    /// A backslash before a line break removes it.
    const LINE_BREAK: Escapes = Escapes(1 << 9);

    /// The escapes of a string in single quotes.
    pub const SINGLE_QUOTED: Escapes = Escapes(Self::BACKSLASH.0 | Self::SINGLE_QUOTE.0);
    /// The escapes of a string in double quotes.
    pub const DOUBLE_QUOTED: Escapes = Escapes((1 << 10) - 1);

    /// The escape that the letter `flag` of a heredoc tag turns on.
    pub fn from_flag(flag: char) -> Option<Escapes> {
        Some(match flag {
            't' => Self::TAB,
            'r' => Self::RETURN,
            'n' => Self::NEWLINE,
            's' => Self::SPACE,
            'u' => Self::UNICODE,
            'L' => Self::LINE_BREAK,
            '$' => Self::DOLLAR,
            _ => return None,
        })
    }

    /// These escapes and `other`.
    #[must_use]
    pub const fn union(self, other: Escapes) -> Escapes {
        Escapes(self.0 | other.0)
    }

    /// Whether all of `other` are among these.
    pub const fn has(self, other: Escapes) -> bool {
        self.0 & other.0 == other.0
    }

    /// What a backslash and `ch` stand for, without `\u` and line breaks.
    fn plain(self, ch: char) -> Option<char> {
        let (escape, value) = match ch {
            '\\' => (Self::BACKSLASH, '\\'),
            '\'' => (Self::SINGLE_QUOTE, '\''),
            '"' => (Self::DOUBLE_QUOTE, '"'),
            '$' => (Self::DOLLAR, '$'),
            'r' => (Self::RETURN, '\r'),
            'n' => (Self::NEWLINE, '\n'),
            't' => (Self::TAB, '\t'),
            's' => (Self::SPACE, ' '),
            _ => return None,
        };
        self.has(escape).then_some(value)
    }
}

/// What comes after a text, in the same string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Followed {
    /// The closing quote.
    ByQuote,
    /// An interpolation or a variable.
    ByDollar,
    /// Nothing: the end of the text of a heredoc.
    ByNothing,
}

/// The value of the text of a string in single quotes, without its quotes.
pub fn single_quoted(text: &str) -> Cow<'_, str> {
    unescape(text, Escapes::SINGLE_QUOTED, Followed::ByQuote)
}

/// The value of a part of a string in double quotes, without its quotes.
pub fn double_quoted(text: &str, followed: Followed) -> Cow<'_, str> {
    unescape(text, Escapes::DOUBLE_QUOTED, followed)
}

/// The value of `text` where the escapes `escapes` are known. Unknown ones stay as they are; the number of a
/// character that does not exist becomes U+FFFD.
pub fn unescape(text: &str, escapes: Escapes, followed: Followed) -> Cow<'_, str> {
    if escapes == Escapes::NONE || !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let text = if escapes.has(Escapes::UNICODE) {
        unicode_escapes(text)
    } else {
        Cow::Borrowed(text)
    };
    let mut value = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(ch) = rest.chars().next() else {
            // Only a decoded `\u005c` can stand here. Puppet takes it for the escape of what follows the text.
            let lost = match followed {
                Followed::ByQuote => escapes.has(Escapes::DOUBLE_QUOTE),
                Followed::ByDollar => escapes.has(Escapes::DOLLAR),
                Followed::ByNothing => false,
            };
            if !lost {
                value.push('\\');
            }
            break;
        };
        if let Some(plain) = escapes.plain(ch) {
            value.push(plain);
            rest = &rest[ch.len_utf8()..];
        } else if let Some(len) = line_break(rest).filter(|_| escapes.has(Escapes::LINE_BREAK)) {
            rest = &rest[len..];
        } else {
            value.push('\\');
            if !matches!(ch, '\r' | '\n') {
                value.push(ch);
                rest = &rest[ch.len_utf8()..];
            }
        }
    }
    value.push_str(rest);
    Cow::Owned(value)
}

/// The length of the line break that `text` starts with.
fn line_break(text: &str) -> Option<usize> {
    if text.starts_with('\n') {
        Some(1)
    } else if text.starts_with("\r\n") {
        Some(2)
    } else {
        None
    }
}

/// What is wrong with an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EscapeProblem {
    /// There is no such escape.
    Unrecognized,
    /// `\u` without the number of a character.
    IllegalUnicode,
    /// A `\u` escape with a number that is not that of a character.
    InvalidCodePoint,
}

/// Reports the faulty escapes of `text`, each with its range.
pub fn check(text: &str, escapes: Escapes, mut report: impl FnMut(Range<usize>, EscapeProblem)) {
    let mut at = 0;
    while let Some(next) = text[at..].find('\\') {
        let start = at + next;
        let rest = &text[start + 1..];
        let Some(ch) = rest.chars().next() else {
            return;
        };
        at = start + 1 + ch.len_utf8();
        if ch == 'u' && escapes.has(Escapes::UNICODE) {
            match code_point(rest) {
                None => report(start..at, EscapeProblem::IllegalUnicode),
                Some((len, ch)) => {
                    at = start + 1 + len;
                    if ch.is_none() {
                        report(start..at, EscapeProblem::InvalidCodePoint);
                    }
                }
            }
        } else if escapes.plain(ch).is_none() && !matches!(ch, '\r' | '\n') {
            report(start..at, EscapeProblem::Unrecognized);
        }
    }
}

/// The `u1234` or `u{1f600}` that `text` starts with: its length and character.
fn code_point(text: &str) -> Option<(usize, Option<char>)> {
    let rest = text.strip_prefix('u')?;
    let (digits, len) = match rest.strip_prefix('{') {
        Some(inner) => {
            let len = inner
                .bytes()
                .take(7)
                .position(|byte| byte == b'}')
                .filter(|len| *len > 0)?;
            (&inner[..len], len + 3)
        }
        None => (rest.get(..4)?, 5),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some((len, char::from_u32(number)))
}

/// The text with its `\u` escapes replaced.
fn unicode_escapes(text: &str) -> Cow<'_, str> {
    let (mut decoded, backslash) = match unicode_pass(text, true) {
        None => return Cow::Borrowed(text),
        Some(done) => done,
    };
    if backslash {
        // A decoded backslash makes the result depend on the order of replacements: do what Puppet does, again and
        // again until nothing changes. The limit keeps texts that are made for it from taking for ever.
        decoded = text.to_string();
        let passes = (1 << 26) / text.len() + 8;
        for _ in 0..passes {
            match unicode_pass(&decoded, false) {
                None => break,
                Some((next, _)) => decoded = next,
            }
        }
    }
    Cow::Owned(decoded)
}

/// Replaces `\u` escapes from left to right, also those directly after another if `adjacent`. Returns the text and
/// whether a backslash came out of it; `None` if there is no escape.
fn unicode_pass(text: &str, adjacent: bool) -> Option<(String, bool)> {
    let bytes = text.as_bytes();
    let mut decoded = String::new();
    let mut copied = 0;
    let mut backslash = false;
    let mut found = false;
    let mut at = 0;
    while let Some(next) = text[at..].find('\\') {
        let run_start = at + next;
        let run_len = bytes[run_start..]
            .iter()
            .take_while(|byte| **byte == b'\\')
            .count();
        at = run_start + run_len;
        let blocked = !adjacent && found && run_start == copied;
        if run_len % 2 == 0 || blocked {
            continue;
        }
        if let Some((len, ch)) = code_point(&text[at..]) {
            let ch = ch.unwrap_or(char::REPLACEMENT_CHARACTER);
            found = true;
            backslash |= ch == '\\';
            decoded.push_str(&text[copied..at - 1]);
            decoded.push(ch);
            at += len;
            copied = at;
        }
    }
    if !found {
        return None;
    }
    decoded.push_str(&text[copied..]);
    Some((decoded, backslash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_quotes_know_two_escapes() {
        for (text, value) in [
            ("a", "a"),
            (r"a\'b", "a'b"),
            (r"a\\b", r"a\b"),
            (r"a\nb", r"a\nb"),
            (r"\\'", r"\'"),
        ] {
            assert_eq!(single_quoted(text), value, "{text}");
        }
    }

    #[test]
    fn double_quotes() {
        for (text, value) in [
            (r"a\tb\nc\rd\se", "a\tb\nc\rd e"),
            (r#"\"\'\$\\"#, r#""'$\"#),
            (r"\q\", r"\q\"),
            ("a\\\n  b\\\r\nc\\\rd", "a  bc\\\rd"),
            (r"\u0041\u{42}\u{1F600}", "AB\u{1f600}"),
            (r"\\u0041", r"\u0041"),
            (r"\u{}\u004\u{1234567}", r"\u{}\u004\u{1234567}"),
            (r"\u005cu0041", "A"),
            (r"\u005c\u0041", r"\u0041"),
            (r"\ud800", "\u{fffd}"),
        ] {
            assert_eq!(double_quoted(text, Followed::ByNothing), value, "{text}");
        }
    }

    #[test]
    fn decoded_backslash_escapes_what_follows() {
        assert_eq!(double_quoted(r"a\u005c", Followed::ByQuote), "a");
        assert_eq!(double_quoted(r"a\u005c", Followed::ByDollar), "a");
        assert_eq!(double_quoted(r"a\u005c", Followed::ByNothing), r"a\");
    }

    #[test]
    fn problems_have_their_ranges() {
        let mut found = Vec::new();
        check(
            r"\n\q\u{110000}\uz\u0041\é",
            Escapes::DOUBLE_QUOTED,
            |range, problem| found.push((range, problem)),
        );
        assert_eq!(
            found,
            [
                (2..4, EscapeProblem::Unrecognized),
                (4..14, EscapeProblem::InvalidCodePoint),
                (14..16, EscapeProblem::IllegalUnicode),
                (23..26, EscapeProblem::Unrecognized),
            ]
        );
    }

    #[test]
    fn many_unicode_escapes_take_linear_time() {
        let text = r"\u005cu005c".repeat(100_000);
        assert!(double_quoted(&text, Followed::ByQuote).len() <= text.len());
    }
}

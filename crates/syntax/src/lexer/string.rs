//! Strings.

use super::LexErrorKind;
use crate::SyntaxKind::*;
use crate::lexer::implicit_variable::ImplicitInterpolation;
use crate::lexer::recovery::unterminated;
use crate::lexer::scanner::{Lexer, ScannerFrame};
use crate::unescape::{self, EscapeProblem, Escapes};

/// What ends a run of the text of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextStop {
    /// `"`
    Quote,
    /// `${`
    Interpolation,
    /// A variable of this length, with its `$`.
    Variable(usize),
    /// The end of what may be read.
    Limit,
}

/// A run of the text of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRun {
    pub(super) len: usize,
    pub(super) stop: TextStop,
    pub(super) has_backslash: bool,
    /// Where Puppet starts to look for the end: after the last `$` that starts nothing.
    pub(super) sought_from: usize,
}

/// Which characters end a run of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRules {
    /// A `"` does.
    pub(super) quoted: bool,
    /// A backslash keeps the next character from it.
    pub(super) escapes: bool,
}

impl TextRules {
    pub(super) const DOUBLE_QUOTED: TextRules = TextRules {
        quoted: true,
        escapes: true,
    };

    fn ends(self, byte: u8) -> bool {
        byte == b'$' || (self.quoted && byte == b'"')
    }

    /// Where to start to look for the end in `bytes`, from `from` on.
    ///
    /// Puppet takes the first character for text if an end follows it immediately, even if it is an end itself:
    /// `"${x}""` is closed by its last quote.
    fn first_end(self, bytes: &[u8], from: usize) -> usize {
        let is_end = |at: usize| bytes.get(at).is_some_and(|byte| self.ends(*byte));
        if self.escapes && is_end(from) && is_end(after_escapes(bytes, from + 1)) {
            from + 1
        } else {
            from
        }
    }
}

/// The first offset from `from` on that is not in a run of escaped backslashes.
fn after_escapes(bytes: &[u8], from: usize) -> usize {
    let run = bytes[from..]
        .iter()
        .take_while(|byte| **byte == b'\\')
        .count();
    from + run / 2 * 2
}

/// Reads text up to what ends it.
pub(super) fn scan_text(text: &str, rules: TextRules) -> TextRun {
    let bytes = text.as_bytes();
    let mut has_backslash = false;
    let mut sought_from = 0;
    let mut at = rules.first_end(bytes, 0);
    while at < bytes.len() {
        let stop = match bytes[at] {
            b'\\' => {
                has_backslash = true;
                at += if rules.escapes { 2 } else { 1 };
                continue;
            }
            b'"' if rules.quoted => TextStop::Quote,
            b'$' => match variable_len(&bytes[at..]) {
                0 if bytes.get(at + 1) == Some(&b'{') => TextStop::Interpolation,
                0 => {
                    sought_from = at + 1;
                    at = rules.first_end(bytes, sought_from);
                    continue;
                }
                len => TextStop::Variable(len),
            },
            _ => {
                at += 1;
                continue;
            }
        };
        return TextRun {
            len: at,
            stop,
            has_backslash,
            sought_from,
        };
    }
    TextRun {
        len: bytes.len(),
        stop: TextStop::Limit,
        has_backslash,
        sought_from,
    }
}

/// The length of the variable that starts with the `$` at the start of `bytes`; 0 if that `$` starts none.
fn variable_len(bytes: &[u8]) -> usize {
    let word = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
            .count()
    };
    let mut len = 0;
    let mut at = 1;
    loop {
        if bytes[at..].starts_with(b"::") {
            at += 2;
        } else if len > 0 {
            return len;
        }
        match word(at) {
            0 => return len,
            letters => at += letters,
        }
        len = at;
    }
}

/// The length of a string in single quotes, with its quotes. As in [`TextRules::first_end`], the string `'''` is a quote.
fn single_quoted_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let text_first =
        bytes.get(1) == Some(&b'\'') && bytes.get(after_escapes(bytes, 2)) == Some(&b'\'');
    let mut at = if text_first { 2 } else { 1 };
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'\'' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

impl Lexer<'_> {
    pub(super) fn single_quoted(&mut self) {
        if let Some(end) = self.repairs.end_of(self.pos) {
            self.unclosed_string(SQ_STRING, end.min(self.limit));
        } else if let Some(len) = single_quoted_len(self.rest()) {
            self.significant(SQ_STRING, self.pos + len);
        } else {
            self.unclosed_at_limit(SQ_STRING, self.pos + 1);
        }
    }

    pub(super) fn double_quoted(&mut self) {
        let start = self.pos;
        let limit = self.repairs.end_of(start).map(|end| end.min(self.limit));
        let text = &self.text[start + 1..limit.unwrap_or(self.limit)];
        let run = scan_text(text, TextRules::DOUBLE_QUOTED);
        match (run.stop, limit) {
            (TextStop::Quote, _) => {
                if run.has_backslash {
                    self.check_escapes(start + 1, run);
                }
                let end = start + 1 + run.len + 1;
                match limit {
                    Some(_) => self.unclosed_string(DQ_STRING, end),
                    None => self.significant(DQ_STRING, end),
                }
            }
            (TextStop::Limit, Some(limit)) => self.unclosed_string(DQ_STRING, limit),
            (TextStop::Limit, None) => {
                self.unclosed_at_limit(DQ_STRING, start + 1 + run.sought_from)
            }
            (TextStop::Interpolation | TextStop::Variable(_), limit) => {
                self.implicit = ImplicitInterpolation::Decided;
                self.emit_to(STRING_START, start + 1);
                self.frames.push(ScannerFrame::String {
                    start,
                    outer_limit: limit.map(|_| self.limit),
                });
                if let Some(limit) = limit {
                    self.set_limit(limit);
                }
                self.string_run(run);
            }
        }
    }

    /// Continues with a string with interpolation.
    pub(super) fn string_part(&mut self) {
        let run = scan_text(self.rest(), TextRules::DOUBLE_QUOTED);
        self.string_run(run);
    }

    fn string_run(&mut self, run: TextRun) {
        self.stuck_at = self.pos + run.sought_from;
        if run.len > 0 {
            if run.has_backslash {
                self.check_escapes(self.pos, run);
            }
            self.emit_to(STRING_TEXT, self.pos + run.len);
        }
        match run.stop {
            TextStop::Quote => {
                self.emit_to(STRING_END, self.pos + 1);
                if let Some(ScannerFrame::String {
                    start,
                    outer_limit: Some(limit),
                }) = self.frames.pop()
                {
                    let at = self.repairs.reported_at;
                    self.error(LexErrorKind::UnclosedQuote, start, self.pos, at);
                    self.set_limit(limit);
                }
                if self.frames.is_empty() {
                    self.after = STRING_END;
                }
            }
            TextStop::Interpolation => self.interpolation_start(),
            TextStop::Variable(len) => {
                self.emit_to(VARIABLE, self.pos + len);
                self.stuck_at = self.pos;
            }
            TextStop::Limit => {}
        }
    }

    /// Starts an interpolation with the `${` at the current position.
    pub(super) fn interpolation_start(&mut self) {
        let start = self.pos;
        self.emit_to(INTERPOLATION_START, start + 2);
        let end = self.repairs.end_of(start).map(|end| end.min(self.limit));
        self.frames.push(ScannerFrame::Interpolation {
            start,
            outer_braces: self.braces,
            outer_limit: end.map(|_| self.limit),
        });
        self.braces = 0;
        self.implicit = ImplicitInterpolation::AtStart;
        if let Some(end) = end {
            self.set_limit(end);
        }
    }

    fn unclosed_string(&mut self, kind: crate::SyntaxKind, end: usize) {
        self.error(
            LexErrorKind::UnclosedQuote,
            self.pos,
            end,
            self.repairs.reported_at,
        );
        self.significant(kind, end);
    }

    /// A string that has no end before the limit.
    fn unclosed_at_limit(&mut self, kind: crate::SyntaxKind, sought_from: usize) {
        if self.limit < self.text.len() {
            self.unclosed_string(kind, self.limit);
        } else {
            self.unclosed
                .push(unterminated::UnterminatedToken::String { start: self.pos });
            self.stuck_at = sought_from;
            self.significant(kind, self.limit);
        }
    }

    /// Reports the escapes that do not exist in a run of text. Puppet does so when it has found the end of the
    /// text, or a `$`.
    fn check_escapes(&mut self, start: usize, run: TextRun) {
        let end = start + run.len;
        let text = &self.text[start..end];
        let stop = match run.stop {
            TextStop::Interpolation => end + 2,
            TextStop::Quote | TextStop::Variable(_) => end + 1,
            TextStop::Limit => end,
        };
        let mut next_dollar = plain_dollar(text, 0);
        unescape::check(text, Escapes::DOUBLE_QUOTED, |range, problem| {
            let kind = match problem {
                EscapeProblem::Unrecognized => LexErrorKind::UnrecognizedEscape,
                EscapeProblem::IllegalUnicode => LexErrorKind::IllegalUnicodeEscape,
                EscapeProblem::InvalidCodePoint => LexErrorKind::InvalidCodePoint,
            };
            while next_dollar.is_some_and(|at| at < range.end) {
                next_dollar = plain_dollar(text, range.end);
            }
            let at = next_dollar.map_or(stop, |at| start + at + 1);
            self.error(kind, start + range.start, start + range.end, at);
        });
    }
}

/// The first `$` in `text`, from `from` on, without a backslash before it.
fn plain_dollar(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'$' => return Some(at),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        for (text, len) in [
            ("$", 0),
            ("$ a", 0),
            ("$::", 0),
            ("$a", 2),
            ("$0x", 3),
            ("$A::b c", 5),
            ("$::a::b::", 7),
            ("$a::", 2),
            ("$a:::b", 2),
            ("$:a", 0),
            ("$a-b", 2),
        ] {
            assert_eq!(variable_len(text.as_bytes()), len, "{text}");
        }
    }

    #[test]
    fn an_end_directly_before_an_end_is_text() {
        for (text, len) in [
            (r#"" b""#, 0),
            (r#""""#, 1),
            (r#""\\""#, 3),
            (r#""\""#, 0),
            (r#""$x""#, 1),
            (r#"$""#, 1),
            (r#"a$"""#, 3),
            (r#"a"""#, 1),
        ] {
            assert_eq!(scan_text(text, TextRules::DOUBLE_QUOTED).len, len, "{text}");
        }
        for (text, len) in [
            ("''", Some(2)),
            ("'''", Some(3)),
            ("''''", Some(3)),
            (r"'\\'", Some(4)),
            (r"'\'", None),
        ] {
            assert_eq!(single_quoted_len(text), len, "{text}");
        }
    }
}

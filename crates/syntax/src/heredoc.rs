//! Heredocs: the parts of their tags and end lines, and the values of their texts.

use std::borrow::Cow;

use crate::lexer::LexErrorKind;
use crate::unescape::{Escapes, Followed, unescape};

/// The contents of `@(…)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeredocTag<'t> {
    /// The text that ends the heredoc.
    pub tag: &'t str,
    /// The language of the text: `json` in `@(END:json)`; else empty.
    pub syntax: &'t str,
    /// The escapes that are enabled in the text.
    pub escapes: Escapes,
    /// Whether the text has interpolations: `@("END")`.
    pub interpolated: bool,
}

/// The escapes that `@(END/)` turns on: all.
const ALL_FLAGS: &str = "trnsuL$";

impl<'t> HeredocTag<'t> {
    /// Reads the text of a [`HEREDOC_TAG`](crate::SyntaxKind::HEREDOC_TAG), from `@(` to `)`.
    ///
    /// # Errors
    /// The kind of error that Puppet raises for it.
    pub fn parse(text: &'t str) -> Result<HeredocTag<'t>, LexErrorKind> {
        let (endtag, syntax, flags) = split_spec(text).ok_or(LexErrorKind::HeredocInvalidSyntax)?;
        let endtag = strip(endtag);
        let quoted = endtag.len() >= 2 && endtag.starts_with('"') && endtag.ends_with('"');
        let tag = if quoted {
            strip(&endtag[1..endtag.len() - 1])
        } else {
            endtag
        };
        if tag.is_empty() {
            return Err(LexErrorKind::HeredocEmptyTag);
        }
        let escapes = flags.map_or(Ok(Escapes::NONE), read_flags)?;
        Ok(HeredocTag {
            tag,
            syntax: syntax.unwrap_or(""),
            escapes,
            interpolated: quoted,
        })
    }

    /// The most that a faulty tag can tell: what its author wants the text to end with.
    pub(crate) fn from_faulty(text: &'t str) -> Option<HeredocTag<'t>> {
        let inner = text.trim_start_matches("@(").trim_end_matches(')');
        let inner = strip(&inner[..inner.find([':', '/', '\n', '\r']).unwrap_or(inner.len())]);
        let tag = strip(inner.trim_matches('"'));
        let escapes = Escapes::DOUBLE_QUOTED;
        (!tag.is_empty()).then_some(HeredocTag {
            tag,
            syntax: "",
            escapes,
            interpolated: inner.starts_with('"'),
        })
    }

    /// Whether a backslash keeps a `$` from being the start of an interpolation.
    pub fn escapes_dollar(&self) -> bool {
        self.escapes.has(Escapes::DOLLAR)
    }
}

/// Finds the tag, the syntax and the flags in `@(tag:syntax/flags)`: from the first `@(` that starts a whole tag.
fn split_spec(text: &str) -> Option<(&str, Option<&str>, Option<&str>)> {
    let mut rest = text;
    while let Some((_, inner)) = rest.split_once("@(") {
        let found = spec(inner);
        if found.is_some() {
            return found;
        }
        // What ends this tag ends those that start before it too, and what follows is as wrong for them.
        rest = &inner[inner.find(TAG_ENDS)?..];
    }
    None
}

/// What ends the text of a tag.
const TAG_ENDS: [char; 5] = [':', '/', '\r', '\n', ')'];

fn spec(inner: &str) -> Option<(&str, Option<&str>, Option<&str>)> {
    let tag_len = inner.find(TAG_ENDS).filter(|len| *len > 0)?;
    let (tag, mut rest) = inner.split_at(tag_len);
    let mut syntax = None;
    if let Some(after) = rest.strip_prefix(':') {
        let after = after.trim_start_matches(is_blank);
        let len = after
            .find(|ch: char| !(ch.is_ascii_alphanumeric() || matches!(ch, '_' | '+')))
            .unwrap_or(after.len());
        if len < 2 || !after.starts_with(|ch: char| ch.is_ascii_lowercase()) {
            return None;
        }
        syntax = Some(&after[..len]);
        rest = after[len..].trim_start_matches(is_blank);
    }
    let mut flags = None;
    if let Some(after) = rest.strip_prefix('/') {
        let len = after
            .find(|ch: char| !(ch.is_ascii_alphanumeric() || matches!(ch, '_' | '$')))
            .unwrap_or(after.len());
        flags = Some(&after[..len]);
        rest = after[len..].trim_start_matches(is_blank);
    }
    rest.starts_with(')').then_some((tag, syntax, flags))
}

fn read_flags(flags: &str) -> Result<Escapes, LexErrorKind> {
    let flags = if flags.is_empty() { ALL_FLAGS } else { flags };
    let repeated = flags
        .char_indices()
        .any(|(at, flag)| flags[..at].contains(flag));
    if repeated {
        return Err(LexErrorKind::HeredocRepeatedEscape);
    }
    flags.chars().try_fold(Escapes::BACKSLASH, |escapes, flag| {
        Escapes::from_flag(flag)
            .map(|more| escapes.union(more))
            .ok_or(LexErrorKind::HeredocInvalidEscape)
    })
}

/// Removes what Ruby's `String#strip` removes.
fn strip(text: &str) -> &str {
    text.trim_matches(['\t', '\n', '\u{b}', '\u{c}', '\r', ' ', '\0'])
}

/// A blank of Ruby's `[[:blank:]]`: a tab or a space of any kind.
pub(crate) fn is_blank(ch: char) -> bool {
    matches!(
        ch,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// The contents of the line that ends the text of a heredoc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeredocEnd<'t> {
    /// The spaces before `|`, which are removed from the start of every line that starts with them; empty without `|`.
    pub margin: &'t str,
    /// Whether `-` removes the line break at the end of the text.
    pub remove_break: bool,
}

impl<'t> HeredocEnd<'t> {
    /// Reads a line (its line break does not matter). `None` if it does not end the heredoc `tag`.
    ///
    /// As in Puppet, other text may stand before the tag in the line. It is lost.
    pub fn parse(line: &'t str, tag: &str) -> Option<HeredocEnd<'t>> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let mut line = line.strip_suffix('\r').unwrap_or(line);
        let before = loop {
            if let Some(before) = line.strip_suffix(tag) {
                break before;
            }
            line = line.strip_suffix(is_blank)?;
        };
        let mut before = before.trim_end_matches(is_blank);
        let remove_break = before.ends_with('-');
        if remove_break {
            before = before[..before.len() - 1].trim_end_matches(is_blank);
        }
        let margin = before.strip_suffix('|').map_or("", |before| {
            let kept = before.trim_end_matches(is_blank).len();
            &before[kept..]
        });
        Some(HeredocEnd {
            margin,
            remove_break,
        })
    }
}

/// Where a [`HEREDOC_TEXT`](crate::SyntaxKind::HEREDOC_TEXT) stands in its heredoc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeredocPart {
    /// It is the first token of the text.
    pub first: bool,
    /// The [`HEREDOC_END`](crate::SyntaxKind::HEREDOC_END) follows it.
    pub last: bool,
}

/// The value of a part of the text of a heredoc: without margin, with escapes replaced.
pub fn part_value<'t>(
    text: &'t str,
    part: HeredocPart,
    tag: &HeredocTag<'_>,
    end: HeredocEnd<'_>,
) -> Cow<'t, str> {
    let text = match part.last && end.remove_break {
        true => text
            .strip_suffix('\n')
            .map_or(text, |text| text.strip_suffix('\r').unwrap_or(text)),
        false => text,
    };
    let followed = if part.last {
        Followed::ByNothing
    } else {
        Followed::ByDollar
    };
    match remove_margin(text, end.margin, part.first) {
        Cow::Borrowed(text) => unescape(text, tag.escapes, followed),
        Cow::Owned(text) => Cow::Owned(unescape(&text, tag.escapes, followed).into_owned()),
    }
}

/// Removes `margin` from the start of every line of `text`; of the first only if `at_line_start`. Lines that do not
/// start with it stay as they are.
///
/// Strings that span lines in an interpolation of a heredoc lose the margin of the heredoc too.
pub fn remove_margin<'t>(text: &'t str, margin: &str, at_line_start: bool) -> Cow<'t, str> {
    if margin.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let starts = at_line_start || index > 0;
        result.push_str(line.strip_prefix(margin).filter(|_| starts).unwrap_or(line));
    }
    Cow::Owned(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let tag = |text| {
            HeredocTag::parse(text).map(|tag| (tag.tag, tag.syntax, tag.interpolated, tag.escapes))
        };
        let none = Escapes::NONE;
        assert_eq!(tag("@(END)"), Ok(("END", "", false, none)));
        assert_eq!(tag("@( \" END X \" )"), Ok(("END X", "", true, none)));
        assert_eq!(tag("@(END: json )"), Ok(("END", "json", false, none)));
        assert_eq!(
            tag("@(END:a+b_c/)").map(|tag| tag.3.has(Escapes::UNICODE)),
            Ok(true)
        );
        assert_eq!(
            tag("@(END/tn)").map(|tag| tag.3.has(Escapes::DOLLAR)),
            Ok(false)
        );
        assert_eq!(tag("@(END:)"), Err(LexErrorKind::HeredocInvalidSyntax));
        assert_eq!(tag("@(END:j)"), Err(LexErrorKind::HeredocInvalidSyntax));
        assert_eq!(tag("@(END/t-)"), Err(LexErrorKind::HeredocInvalidSyntax));
        assert_eq!(tag("@()"), Err(LexErrorKind::HeredocInvalidSyntax));
        assert_eq!(tag("@(\"\")"), Err(LexErrorKind::HeredocEmptyTag));
        assert_eq!(tag("@(END/tt)"), Err(LexErrorKind::HeredocRepeatedEscape));
        assert_eq!(tag("@(END/tx)"), Err(LexErrorKind::HeredocInvalidEscape));
    }

    #[test]
    fn end_lines() {
        let end = |line| HeredocEnd::parse(line, "END").map(|end| (end.margin, end.remove_break));
        assert_eq!(end("END"), Some(("", false)));
        assert_eq!(end("  | END \r\n"), Some(("  ", false)));
        assert_eq!(end(" | - END\n"), Some((" ", true)));
        assert_eq!(end(" |-END"), Some((" ", true)));
        assert_eq!(end("  -END"), Some(("", true)));
        assert_eq!(end("text END"), Some(("", false)));
        assert_eq!(end("ENDE"), None);
        assert_eq!(end("END;"), None);
    }

    #[test]
    fn values() {
        let tag = HeredocTag::parse("@(\"END\"/L)").expect("a good tag");
        let end = HeredocEnd {
            margin: "  ",
            remove_break: true,
        };
        let value = |text, first, last| part_value(text, HeredocPart { first, last }, &tag, end);
        assert_eq!(
            value("  a\n b\n   c\\\n  d\r\n", true, true),
            "a\n b\n c  d".replace("c  d", "cd")
        );
        assert_eq!(value("  a\n  b", false, false), "  a\nb");
    }
}

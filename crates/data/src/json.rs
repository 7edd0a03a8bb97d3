//! JSON with places.

use std::borrow::Cow;

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged as _};
use jsonc_parser::{CollectOptions, ParseOptions};
use puppet_text::{TextRange, TextSize};

use crate::{DataEntry, DataSyntaxError, DataValue, Scalar, ValueKind};

/// Reads a JSON text as Ruby's parser does, which is Puppet's: with comments, and without trailing commas.
///
/// # Errors
/// What is wrong and where, when the text is no JSON.
pub fn parse(text: &str) -> Result<DataValue, DataSyntaxError> {
    let text_of_bom = text
        .strip_prefix('\u{feff}')
        .map_or(0, |rest| text.len() - rest.len());
    let places = Places { shift: text_of_bom };
    let plain = without_unknown_escapes(&text[text_of_bom..])
        .map_err(|at| control_character(places.range(Range::new(at, at + 1))))?;
    let strict = ParseOptions {
        allow_comments: true,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    match jsonc_parser::parse_to_ast(&plain, &CollectOptions::default(), &strict) {
        Ok(result) => match result.value {
            Some(value) => Ok(places.value(value)),
            None => Err(DataSyntaxError {
                message: "The file is empty: expected a JSON value".to_owned(),
                range: TextRange::empty(TextSize::new(0)),
            }),
        },
        Err(error) => Err(DataSyntaxError {
            message: error.kind().to_string(),
            range: places.range(error.range()),
        }),
    }
}

/// What stands for the backslash of an escape that Ruby does not know: the letter after it counts as it is.
const DROPPED: char = '\u{1}';

/// The text, of the same length, without the backslashes of unknown escapes; else where a string has a control
/// character as it is.
fn without_unknown_escapes(text: &str) -> Result<Cow<'_, str>, usize> {
    let mut bytes = Cow::Borrowed(text.as_bytes());
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        at += match rest {
            [b'/', b'/', ..] => rest.iter().take_while(|it| **it != b'\n').count(),
            [b'/', b'*', ..] => text[at..].find("*/").map_or(rest.len(), |end| end + 2),
            [b'"', ..] => string_length(&mut bytes, at)?,
            _ => 1,
        };
    }
    Ok(match bytes {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(bytes) => String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned),
    })
}

/// How long the string is that starts somewhere, its quotes included.
fn string_length(bytes: &mut Cow<'_, [u8]>, start: usize) -> Result<usize, usize> {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at).copied() {
        match byte {
            b'"' => return Ok(at + 1 - start),
            0..=0x1f => return Err(at),
            b'\\' => {
                let is_unknown = |it: &u8| it.is_ascii_graphic() && !b"\"\\/bfnrtu".contains(it);
                if bytes.get(at + 1).is_some_and(is_unknown) {
                    bytes.to_mut()[at] = DROPPED as u8;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    Ok(at - start)
}

fn control_character(range: TextRange) -> DataSyntaxError {
    DataSyntaxError {
        message: "A control character in a string must be escaped".to_owned(),
        range,
    }
}

/// Turns the parser's places, which start after a byte-order mark, into ours.
struct Places {
    shift: usize,
}

impl Places {
    fn range(&self, range: Range) -> TextRange {
        let at =
            |offset: usize| TextSize::new(u32::try_from(offset + self.shift).unwrap_or(u32::MAX));
        TextRange::new(at(range.start), at(range.end.max(range.start)))
    }

    /// Depth is bounded by the parser, which refuses more than 512 levels.
    fn value(&self, value: ast::Value<'_>) -> DataValue {
        let range = self.range(value.range());
        let kind = match value {
            ast::Value::NullKeyword(_) => ValueKind::Scalar(Scalar::Null),
            ast::Value::BooleanLit(boolean) => ValueKind::Scalar(Scalar::Boolean(boolean.value)),
            ast::Value::NumberLit(number) => {
                ValueKind::Scalar(Scalar::Number(number.value.to_owned()))
            }
            ast::Value::StringLit(string) => {
                ValueKind::Scalar(Scalar::String(string.value.replace(DROPPED, "")))
            }
            ast::Value::Array(array) => ValueKind::Sequence(
                array
                    .elements
                    .into_iter()
                    .map(|element| self.value(element))
                    .collect(),
            ),
            ast::Value::Object(object) => ValueKind::Mapping(
                object
                    .properties
                    .into_iter()
                    .map(|property| {
                        let key_range = self.range(property.name.range());
                        let key = property.name.into_string();
                        DataEntry {
                            key_scalar: Scalar::String(key.clone()),
                            key,
                            key_range,
                            value: self.value(property.value),
                        }
                    })
                    .collect(),
            ),
        };
        DataValue { kind, range }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_places() {
        let text = "\u{feff}{\"name\": \"a-ntp\", \"n\": [1, null, true]}";
        let value = parse(text).expect("valid JSON");
        let name = value.get("name").expect("a name");
        assert_eq!(name.as_str(), Some("a-ntp"));
        assert_eq!(&text[name.range], "\"a-ntp\"");
        let n = value.get("n").expect("a list");
        assert_eq!(&text[n.range], "[1, null, true]");
        assert_eq!(n.as_sequence().map(<[DataValue]>::len), Some(3));
    }

    #[test]
    fn broken_json_says_where() {
        for (text, at, message) in [
            ("{\"a\": }", 6, "Unexpected close brace"),
            ("{\"a\": 1,}", 7, "Trailing commas are not allowed"),
            ("{\"a\": 1 \"b\": 2}", 7, "Expected comma"),
            ("{\"a\": 1", 0, "Unterminated object"),
            ("", 0, "The file is empty: expected a JSON value"),
        ] {
            let error = parse(text).expect_err("broken JSON");
            assert_eq!(
                (u32::from(error.range.start()), &*error.message),
                (at, message),
                "{text}"
            );
        }
    }

    #[test]
    fn strings_and_comments_are_those_of_ruby() {
        for (text, expected) in [
            (r#"{"a": "\d+\.x\"\n"}"#, Some("d+.x\"\n")),
            ("// c\n{\"a\": /* \" */ \"x\"}", Some("x")),
            ("{\"a\": \"x\ty\"}", None),
            ("{\"a\": \"x\ny\"}", None),
        ] {
            let value = parse(text).ok();
            let value = value.as_ref().and_then(|it| it.get("a"));
            assert_eq!(value.and_then(DataValue::as_str), expected, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_crash() {
        let text = "[".repeat(100_000);
        assert!(parse(&text).is_err());
    }
}

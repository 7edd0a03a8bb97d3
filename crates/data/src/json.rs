//! JSON with places.

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged as _};
use jsonc_parser::{CollectOptions, ParseOptions};
use puppet_text::{TextRange, TextSize};

use crate::{Entry, Scalar, SyntaxError, Value, ValueKind};

/// Reads a JSON text: strictly, as Puppet does, without comments and trailing commas.
///
/// # Errors
/// What is wrong and where, when the text is no JSON.
pub fn parse(text: &str) -> Result<Value, SyntaxError> {
    let text_of_bom = text
        .strip_prefix('\u{feff}')
        .map_or(0, |rest| text.len() - rest.len());
    let places = Places { shift: text_of_bom };
    let strict = ParseOptions {
        allow_comments: false,
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
    match jsonc_parser::parse_to_ast(&text[text_of_bom..], &CollectOptions::default(), &strict) {
        Ok(result) => match result.value {
            Some(value) => Ok(places.value(value)),
            None => Err(SyntaxError {
                message: "The file is empty: expected a JSON value".to_owned(),
                range: TextRange::empty(TextSize::new(0)),
            }),
        },
        Err(error) => Err(SyntaxError {
            message: error.kind().to_string(),
            range: places.range(error.range()),
        }),
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
    fn value(&self, value: ast::Value<'_>) -> Value {
        let range = self.range(value.range());
        let kind = match value {
            ast::Value::NullKeyword(_) => ValueKind::Scalar(Scalar::Null),
            ast::Value::BooleanLit(boolean) => ValueKind::Scalar(Scalar::Boolean(boolean.value)),
            ast::Value::NumberLit(number) => {
                ValueKind::Scalar(Scalar::Number(number.value.to_owned()))
            }
            ast::Value::StringLit(string) => {
                ValueKind::Scalar(Scalar::String(string.value.into_owned()))
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
                        Entry {
                            key_scalar: Scalar::String(key.clone()),
                            key,
                            key_range,
                            value: self.value(property.value),
                        }
                    })
                    .collect(),
            ),
        };
        Value { kind, range }
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
        assert_eq!(n.as_sequence().map(<[Value]>::len), Some(3));
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
    fn deep_nesting_is_an_error_and_no_crash() {
        let text = "[".repeat(100_000);
        assert!(parse(&text).is_err());
    }
}

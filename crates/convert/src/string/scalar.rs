//! Texts of values that hold no others.

use puppet_scalars::{Binary, Regexp};
use puppet_types::{Type, Value, quote::double_quote};

use super::{Converter, StringFormat, illegal, puppet_quote, quote::inspect_bytes};
use crate::{
    ConvertError,
    sprintf::{FormatArgument, float_to_integer},
};

type Text = Result<String, ConvertError>;

impl Converter<'_> {
    pub(super) fn scalar(&self, value: &Value, format: &StringFormat) -> Text {
        match value {
            Value::Undef => undef(format),
            Value::Default => default(format),
            Value::Boolean(value) => boolean(*value, format),
            Value::Integer(value) => integer((*value).into(), format),
            Value::BigInteger(value) => integer(**value, format),
            Value::Float(value) => float(*value, format),
            Value::String(text) => string(text, format),
            Value::Regexp(regexp) => regular_expression(regexp, format),
            Value::Binary(binary) => bytes(binary, format),
            Value::Type(ty) => self.type_text(ty, format),
            Value::Uri(uri) => match format.letter {
                'p' => Ok(format!("URI({})", puppet_quote(&uri.to_string()))),
                's' if format.alternate => {
                    format.apply(FormatArgument::Text(puppet_quote(&uri.to_string())))
                }
                's' => format.apply(FormatArgument::Text(uri.to_string())),
                _ => illegal("URI", format, "sp"),
            },
            value => format.apply(FormatArgument::from_value(value)),
        }
    }

    fn type_text(&self, ty: &Type, format: &StringFormat) -> Text {
        let text = self.relate.to_text(ty);
        match format.letter {
            's' if format.alternate => format.apply(FormatArgument::Text(format!("\"{text}\""))),
            's' => format.apply(FormatArgument::Text(text)),
            'p' => format.apply_as('s', text),
            _ => illegal("Type", format, "sp"),
        }
    }
}

/// The quoted text if the flag `#` is set.
fn quoted_if(format: &StringFormat, text: &str) -> String {
    if format.alternate {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}

fn default(format: &StringFormat) -> Text {
    match format.letter {
        'd' | 's' | 'p' => format.fit(quoted_if(format, "default")),
        'D' => format.fit(quoted_if(format, "Default")),
        _ => illegal("Default", format, "dDsp"),
    }
}

fn undef(format: &StringFormat) -> Text {
    let choose = |plain: &str, alternate: &str| {
        if format.alternate {
            alternate.to_owned()
        } else {
            plain.to_owned()
        }
    };
    format.fit(match format.letter {
        'n' => choose("nil", "null"),
        'u' => choose("undef", "undefined"),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            "NaN".to_owned()
        }
        'v' => "n/a".to_owned(),
        'V' => "N/A".to_owned(),
        's' => choose("", "\"\""),
        'p' => choose("undef", "\"undef\""),
        _ => return illegal("Undef", format, "nudxXobBeEfgGaAvVsp"),
    })
}

fn boolean(value: bool, format: &StringFormat) -> Text {
    let words = match format.letter {
        't' | 's' | 'p' => ["false", "true"],
        'T' => ["False", "True"],
        'y' => ["no", "yes"],
        'Y' => ["No", "Yes"],
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => return integer(i128::from(value), format),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            return float(f64::from(u8::from(value)), format);
        }
        _ => return illegal("Boolean", format, "tTyYdxXobBeEfgGaAsp"),
    };
    let word = words[usize::from(value)];
    let first_only = format.alternate && matches!(format.letter, 't' | 'T' | 'y' | 'Y');
    format.fit(if first_only { &word[..1] } else { word })
}

fn integer(value: i128, format: &StringFormat) -> Text {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'p' => format.apply(FormatArgument::Integer(value)),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            format.apply(FormatArgument::Float(value as f64))
        }
        'c' => {
            let Some(c) = u32::try_from(value).ok().and_then(char::from_u32) else {
                return ConvertError::crash("pack(U): value out of range");
            };
            format.apply_as('s', quoted_if(format, c.encode_utf8(&mut [0; 4])))
        }
        's' => format.apply_as(if format.alternate { 'p' } else { 's' }, value.to_string()),
        _ => illegal("Integer", format, "dxXobBeEfgGaAspc"),
    }
}

fn float(value: f64, format: &StringFormat) -> Text {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            format.apply(FormatArgument::Integer(float_to_integer(value)?))
        }
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' | 'p' => format.apply(FormatArgument::Float(value)),
        's' => format.apply(FormatArgument::Text(quoted_if(
            format,
            &crate::number::float_text(value),
        ))),
        _ => illegal("Float", format, "dxXobBeEfgGaAsp"),
    }
}

fn bytes(binary: &Binary, format: &StringFormat) -> Text {
    let letter = if format.alternate { 'p' } else { 's' };
    match format.letter {
        's' if format.alternate => format.apply_as('s', inspect_bytes(binary.bytes())),
        's' => match binary.text() {
            Some(text) => format.apply(FormatArgument::Text(text.to_owned())),
            None => ConvertError::raised(undefined_conversion(binary.bytes())),
        },
        'p' => Ok(format!(
            "Binary(\"{}\")",
            format.apply_as('s', binary.strict())?
        )),
        'b' => format.apply_as(letter, binary.to_base64_lines()),
        'B' => format.apply_as(letter, binary.strict()),
        'u' => format.apply_as(letter, binary.url_safe()),
        't' => format.apply_as(letter, "Binary"),
        'T' => format.apply_as(letter, "BINARY"),
        _ => illegal("Binary", format, "bButTsp"),
    }
}

/// Ruby's error for the first byte that is no ASCII.
fn undefined_conversion(bytes: &[u8]) -> String {
    let byte = bytes
        .iter()
        .find(|byte| !byte.is_ascii())
        .copied()
        .unwrap_or_default();
    format!("\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8")
}

fn string(text: &str, format: &StringFormat) -> Text {
    let changed = match format.letter {
        's' => return format.apply(FormatArgument::Text(text.to_owned())),
        'p' => {
            return format.fit(if format.alternate {
                double_quote(text)
            } else {
                puppet_quote(text)
            });
        }
        'c' => capitalize(text),
        'C' => text
            .trim_end_matches("::")
            .split("::")
            .map(capitalize)
            .collect::<Vec<_>>()
            .join("::"),
        'u' => text.to_uppercase(),
        'd' => text.to_lowercase(),
        't' => strip(text).to_owned(),
        _ => return illegal("String", format, "cCudspt"),
    };
    if format.alternate {
        format.fit(puppet_quote(&changed))
    } else {
        format.apply_as('s', changed)
    }
}

/// Ruby's `capitalize`: the first character in title case, the others in lower case.
pub fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first
            .to_uppercase()
            .chain(chars.as_str().to_lowercase().chars())
            .collect(),
        None => String::new(),
    }
}

/// Ruby's `strip`.
fn strip(text: &str) -> &str {
    let is_space = |c: char| c.is_ascii_whitespace() || matches!(c, '\x0b' | '\0');
    text.trim_matches(is_space)
}

fn regular_expression(regexp: &Regexp, format: &StringFormat) -> Text {
    match format.letter {
        'p' if format.source == "%p" => Ok(regexp.delimited()),
        'p' => format.apply_as('s', regexp.delimited()),
        's' => {
            let text = regexp.pattern_text();
            let text = if format.alternate {
                puppet_quote(&text)
            } else {
                text
            };
            if format.source == "%s" {
                Ok(text)
            } else {
                format.apply(FormatArgument::Text(text))
            }
        }
        _ => illegal("Regexp", format, "sp"),
    }
}

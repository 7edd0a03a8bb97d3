//! Arguments of formats.

use std::borrow::Cow;

use puppet_types::{Value, format::simple_name};

use crate::{
    ConvertError,
    number::{float_text, parse_float, parse_integer},
    string::{ruby_inspect, to_display_string},
};

/// A value as Ruby's `format` sees it.
#[derive(Debug, Clone)]
pub enum FormatArgument {
    /// An integer.
    Integer(i128),
    /// A float.
    Float(f64),
    /// A text.
    Text(String),
    /// A duration or a point in time: a number of nanoseconds, with its text.
    Time {
        /// The name of Ruby's class.
        class: &'static str,
        /// Nanoseconds.
        nanos: i128,
        /// The text.
        text: String,
    },
    /// A hash, whose entries can be named.
    Hash {
        /// Entries whose keys are strings.
        entries: Vec<(String, FormatArgument)>,
        /// The text.
        text: String,
    },
    /// Anything else.
    Other {
        /// The text (`to_s`); nothing if it is not known.
        text: Option<String>,
        /// The text for programmers (`inspect`); nothing if it is not known.
        inspection: Option<String>,
        /// The name of Ruby's class.
        class: Cow<'static, str>,
    },
}

impl FormatArgument {
    /// The argument that a value is.
    pub fn from_value(value: &Value) -> Self {
        let other = |class: &'static str| {
            let text = to_display_string(value).ok();
            Self::Other {
                inspection: text.clone(),
                text,
                class: class.into(),
            }
        };
        match value {
            Value::Integer(value) => Self::Integer((*value).into()),
            Value::BigInteger(value) => Self::Integer(**value),
            Value::Float(value) => Self::Float(*value),
            Value::String(text) => Self::Text(text.to_string()),
            Value::Timespan(span) => Self::Time {
                class: "Puppet::Pops::Time::Timespan",
                nanos: span.nanos(),
                text: span.to_string(),
            },
            Value::Timestamp(time) => Self::Time {
                class: "Puppet::Pops::Time::Timestamp",
                nanos: time.nanos(),
                text: time.to_string(),
            },
            Value::SemVer(_) => other("SemanticPuppet::Version"),
            Value::SemVerRange(range) => Self::Other {
                text: Some(range.to_string()),
                inspection: Some(range.normalized_text()),
                class: "SemanticPuppet::VersionRange".into(),
            },
            Value::Undef => Self::Other {
                text: Some(String::new()),
                inspection: Some("nil".to_owned()),
                class: "nil".into(),
            },
            Value::Default => Self::Other {
                text: Some("default".to_owned()),
                inspection: Some(":default".to_owned()),
                class: "Symbol".into(),
            },
            Value::Boolean(true) => other("true"),
            Value::Boolean(false) => other("false"),
            Value::Regexp(regexp) => Self::Other {
                text: Some(regexp.to_string()),
                inspection: Some(regexp.inspect()),
                class: "Regexp".into(),
            },
            Value::Sensitive(_) => Self::Other {
                text: Some("Sensitive [value redacted]".to_owned()),
                inspection: Some("#<Sensitive [value redacted]>".to_owned()),
                class: "Puppet::Pops::Types::PSensitiveType::Sensitive".into(),
            },
            Value::Hash(entries) => Self::Hash {
                entries: entries
                    .iter()
                    .filter_map(|(key, value)| {
                        Some((key.as_str()?.to_owned(), Self::from_value(value)))
                    })
                    .collect(),
                text: inspect_value(value).unwrap_or_default(),
            },
            Value::Array(_) => {
                let text = inspect_value(value);
                Self::Other {
                    inspection: text.clone(),
                    text,
                    class: "Array".into(),
                }
            }
            Value::Type(ty) => Self::Other {
                text: to_display_string(value).ok(),
                inspection: None,
                class: format!("Puppet::Pops::Types::P{}Type", simple_name(ty)).into(),
            },
            Value::Uri(_) => Self::Other {
                text: to_display_string(value).ok(),
                inspection: None,
                class: "URI".into(),
            },
            Value::Binary(binary) => Self::Other {
                text: Some(binary.to_string()),
                inspection: None,
                class: "Puppet::Pops::Types::PBinaryType::Binary".into(),
            },
            Value::Iterator(_) | Value::Object(_) => Self::Other {
                text: None,
                inspection: None,
                class: "Object".into(),
            },
        }
    }

    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Self::Integer(_))
    }

    pub(super) fn to_integer(&self) -> Result<i128, ConvertError> {
        match self {
            Self::Integer(value) => Ok(*value),
            Self::Float(value) => float_to_integer(*value),
            Self::Text(text) => parse_integer(text, None),
            Self::Time { nanos, .. } => Ok(nanos.div_euclid(1_000_000_000)),
            Self::Hash { .. } => ConvertError::crash("can't convert Hash into Integer"),
            Self::Other { class, .. } => {
                ConvertError::crash(format!("can't convert {class} into Integer"))
            }
        }
    }

    /// The integer that a number stands for where Ruby converts nothing else.
    pub(super) fn to_small_integer(&self) -> Result<i128, ConvertError> {
        match self {
            Self::Integer(_) | Self::Time { .. } => self.to_integer(),
            Self::Float(value) if value.abs() < 9.3e18 => float_to_integer(*value),
            Self::Float(value) => ConvertError::raised(format!(
                "float {} out of range of integer",
                short_float(*value)
            )),
            Self::Text(_) => ConvertError::crash("no implicit conversion of String into Integer"),
            _ => ConvertError::crash("no implicit conversion into Integer"),
        }
    }

    pub(super) fn to_float(&self) -> Result<f64, ConvertError> {
        match self {
            Self::Integer(value) => Ok(*value as f64),
            Self::Float(value) => Ok(*value),
            Self::Text(text) => parse_float(text),
            Self::Time { nanos, .. } => Ok(*nanos as f64 / 1e9),
            Self::Hash { .. } => ConvertError::crash("can't convert Hash into Float"),
            Self::Other { class, .. } => {
                ConvertError::crash(format!("can't convert {class} into Float"))
            }
        }
    }

    pub(super) fn to_text(&self) -> Result<String, ConvertError> {
        Ok(match self {
            Self::Integer(value) => value.to_string(),
            Self::Float(value) => float_text(*value),
            Self::Text(text) | Self::Time { text, .. } | Self::Hash { text, .. } => text.clone(),
            Self::Other { text, .. } => text.clone().ok_or(ConvertError::Undecidable)?,
        })
    }

    /// Ruby's `inspect`, of which only so many characters are needed: where it ends with an address in memory, the
    /// start of it is known nevertheless.
    pub(super) fn to_inspection(&self, needed: Option<usize>) -> Result<String, ConvertError> {
        match self {
            Self::Text(text) => Ok(ruby_inspect(text)),
            Self::Time { class, .. } => {
                let start = format!("#<{class}:");
                match needed {
                    Some(needed) if needed <= start.len() => Ok(start),
                    _ => Err(ConvertError::Undecidable),
                }
            }
            Self::Other { inspection, .. } => inspection.clone().ok_or(ConvertError::Undecidable),
            _ => self.to_text(),
        }
    }

    pub(super) fn to_character(&self) -> Result<String, ConvertError> {
        if let Self::Text(text) = self {
            return if text.chars().count() == 1 {
                Ok(text.clone())
            } else {
                ConvertError::raised("%c requires a character")
            };
        }
        let code = u32::try_from(self.to_integer()?)
            .ok()
            .and_then(char::from_u32);
        match code {
            Some(c) => Ok(c.to_string()),
            None => ConvertError::raised("invalid character"),
        }
    }
}

/// A float as the messages of Ruby's numbers show it.
fn short_float(value: f64) -> String {
    let text = super::format_arguments("%-.10g", &[FormatArgument::Float(value)]);
    text.unwrap_or_default()
}

/// A float without its fraction.
pub(crate) fn float_to_integer(value: f64) -> Result<i128, ConvertError> {
    if !value.is_finite() {
        let text = if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        };
        return ConvertError::raised(text);
    }
    if value.abs() >= 1.7e38 {
        return Err(ConvertError::Undecidable);
    }
    Ok(value as i128)
}

/// Ruby's `inspect` of collections.
fn inspect_value(value: &Value) -> Option<String> {
    Some(match value {
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(inspect_value).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Hash(entries) => {
            let entries: Option<Vec<String>> = entries
                .iter()
                .map(|(key, value)| {
                    Some(format!(
                        "{}=>{}",
                        inspect_value(key)?,
                        inspect_value(value)?
                    ))
                })
                .collect();
            format!("{{{}}}", entries?.join(", "))
        }
        value => FormatArgument::from_value(value).to_inspection(None).ok()?,
    })
}

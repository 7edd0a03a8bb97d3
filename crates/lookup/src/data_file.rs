//! Data files, parsed.

use std::sync::Arc;

use indexmap::IndexMap;
use puppet_data::hocon::{self, HoconError};
use puppet_data::{DataSyntaxError, ValueKind, json, yaml};
use puppet_text::LineIndex;
use puppet_types::Value;
use rustc_hash::FxBuildHasher;
use smol_str::SmolStr;

use crate::ruby_value::{Refusal, key_value, value_of};

/// How a data file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataFormat {
    /// `yaml_data` and `eyaml_lookup_key`.
    Yaml,
    /// `json_data`.
    Json,
    /// `hocon_data`.
    Hocon,
}

/// A data file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum DataFile {
    /// A hash.
    Hash(DataHash),
    /// Something else; of YAML also an empty file, which is `false`.
    NotHash(Result<Value, Refusal>),
    /// It cannot be parsed, or read: the message.
    Broken(String),
    /// It is a folder, or has bytes that are not UTF-8: where Puppet breaks.
    Unreadable(String),
    /// It depends on something outside of the file: the reason.
    Outside(String),
}

/// The keys of a data file that are texts.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct DataHash {
    pub(crate) entries: IndexMap<SmolStr, DataEntry, FxBuildHasher>,
    /// Whether there are keys that are no texts, such as numbers.
    pub(crate) has_other_keys: bool,
}

/// A key of a data file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DataEntry {
    pub(crate) value: Result<Value, Refusal>,
    /// The line of the key, from 1 on.
    pub(crate) line: u32,
}

impl DataFile {
    /// Parses the text of a file.
    pub(crate) fn parse(text: Result<Arc<str>, String>, format: DataFormat) -> Self {
        let text = match text {
            Ok(text) => text,
            Err(reason) => return Self::Unreadable(reason),
        };
        let parsed = match format {
            DataFormat::Yaml => yaml::parse(&text),
            // Ruby's parser of JSON has no use for a byte-order mark.
            DataFormat::Json if text.starts_with('\u{feff}') => {
                return Self::Broken("unexpected token at the byte-order mark".to_owned());
            }
            DataFormat::Json => json::parse(&text),
            DataFormat::Hocon => match hocon::parse(&text) {
                Ok(root) => Ok(root),
                Err(HoconError::Syntax(error)) => Err(error),
                Err(HoconError::Outside(reason)) => return Self::Outside(reason),
            },
        };
        match parsed {
            Ok(root) => Self::of_value(&root, &text),
            Err(error) => Self::Broken(describe(&error, &text)),
        }
    }

    fn of_value(root: &puppet_data::DataValue, text: &str) -> Self {
        let ValueKind::Mapping(entries) = &root.kind else {
            return match value_of(root) {
                Err(Refusal::Class(name)) => Self::Broken(refused(&name)),
                value => Self::NotHash(value),
            };
        };
        let lines = LineIndex::new(text);
        let mut hash = DataHash::default();
        for entry in entries {
            let (key, value) = (key_value(&entry.key_scalar), value_of(&entry.value));
            for refusal in [key.as_ref().err(), value.as_ref().err()] {
                if let Some(Refusal::Class(name)) = refusal {
                    return Self::Broken(refused(name));
                }
            }
            if let Ok(Value::String(name)) = key {
                let line = lines.line(entry.key_range.start()) + 1;
                hash.entries.insert(name, DataEntry { value, line });
            } else {
                hash.has_other_keys = true;
            }
        }
        Self::Hash(hash)
    }
}

fn refused(class: &str) -> String {
    format!("Tried to load unspecified class: {class}")
}

fn describe(error: &DataSyntaxError, text: &str) -> String {
    let line = LineIndex::new(text).line(error.range.start()) + 1;
    format!("{} at line {line}", error.message)
}

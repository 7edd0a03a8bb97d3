//! Values with their positions.

use puppet_text::TextRange;

/// A value and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataValue {
    /// What it is.
    pub kind: ValueKind,
    /// The bytes it is written in, quotes and brackets included.
    pub range: TextRange,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueKind {
    /// A single value.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<DataValue>),
    /// Keys with values, in the order they are written; a key may occur twice.
    Mapping(Vec<DataEntry>),
}

/// A single value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Nothing: `null`.
    Null,
    /// True or false.
    Boolean(bool),
    /// A number, as it is written; in YAML to the base of ten and without separators.
    Number(String),
    /// A text.
    String(String),
    /// Something that only YAML has, as it is written: a date, a symbol, a value with a tag.
    Other(Special, String),
}

/// What only YAML has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Special {
    /// A symbol of Ruby; the text is its name.
    Symbol,
    /// A point in time.
    Time,
    /// A day.
    Date,
    /// An infinite float, or none at all: `.inf`, `-.inf`, `.nan`.
    Float,
    /// Bytes, written in base64.
    Binary,
    /// An instance of a class of Ruby that a tag asks for.
    Class(String),
    /// A list or mapping as the key of a mapping.
    Collection,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataEntry {
    /// The key as a text.
    pub key: String,
    /// What the key is; collections, which only YAML takes as keys, are [`Scalar::Other`].
    pub key_scalar: Scalar,
    /// Where the key is written.
    pub key_range: TextRange,
    /// The value.
    pub value: DataValue,
}

impl DataValue {
    /// The text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            ValueKind::Scalar(Scalar::String(text)) => Some(text),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn as_sequence(&self) -> Option<&[DataValue]> {
        match &self.kind {
            ValueKind::Sequence(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries, if it is a mapping.
    #[must_use]
    pub fn as_mapping(&self) -> Option<&[DataEntry]> {
        match &self.kind {
            ValueKind::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value of a key of a mapping; of several entries with this key the last counts, as it does in JSON and YAML.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&DataValue> {
        let entries = self.as_mapping()?;
        entries
            .iter()
            .rev()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.value)
    }

    /// What it is called in messages: `an object`, `a string`, …
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match &self.kind {
            ValueKind::Scalar(Scalar::Null) => "null",
            ValueKind::Scalar(Scalar::Boolean(_)) => "a boolean",
            ValueKind::Scalar(Scalar::Number(_)) => "a number",
            ValueKind::Scalar(Scalar::String(_)) => "a string",
            ValueKind::Scalar(Scalar::Other(..)) => "a special value",
            ValueKind::Sequence(_) => "an array",
            ValueKind::Mapping(_) => "an object",
        }
    }
}

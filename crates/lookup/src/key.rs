//! Keys with dots: `Puppet::Pops::Lookup::LookupKey` and `SubLookup`.

use puppet_types::{Value, class_name};
use smol_str::SmolStr;

use crate::error::{ErrorKind, LookupStop, Outcome};
use crate::ruby_value::get;

/// The reserved key of the options.
pub(crate) const LOOKUP_OPTIONS: &str = "lookup_options";

/// A part of a key with dots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// The key of a hash.
    Name(SmolStr),
    /// The index of a list, or a key of a hash that is a number.
    Index(i64),
}

impl Segment {
    fn to_value(&self) -> Value {
        match self {
            Segment::Name(name) => Value::String(name.clone()),
            Segment::Index(index) => Value::Integer(*index),
        }
    }

    fn text(&self) -> String {
        match self {
            Segment::Name(name) => name.to_string(),
            Segment::Index(index) => index.to_string(),
        }
    }
}

/// A key, split at its dots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LookupKey {
    /// As it was written.
    pub(crate) text: SmolStr,
    /// What is looked up.
    pub(crate) root: SmolStr,
    /// What is dug from the value.
    pub(crate) segments: Vec<Segment>,
    /// The module whose data is asked.
    pub(crate) module: Option<SmolStr>,
}

impl LookupKey {
    /// Splits a key.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        let Some(mut segments) = split(text) else {
            return LookupStop::failed(ErrorKind::Lookup, format!("Syntax error in key: '{text}'"));
        };
        let root = match segments.remove(0) {
            Segment::Name(name) => name,
            Segment::Index(index) => {
                let message = format!("undefined method `index' for {index}:Integer");
                return LookupStop::failed(ErrorKind::Foreign, message);
            }
        };
        let module = root.find("::").map(|at| match at {
            0 => root.clone(),
            at => SmolStr::from(&root[..at]),
        });
        Ok(Self {
            text: text.into(),
            root,
            segments,
            module,
        })
    }

    /// The reserved key of the options.
    pub(crate) fn lookup_options() -> Self {
        Self {
            text: LOOKUP_OPTIONS.into(),
            root: LOOKUP_OPTIONS.into(),
            segments: Vec::new(),
            module: None,
        }
    }

    /// The root and the segments, as functions get them.
    pub(crate) fn parts(&self) -> Vec<Value> {
        let segments = self.segments.iter().map(Segment::to_value);
        std::iter::once(Value::String(self.root.clone()))
            .chain(segments)
            .collect()
    }

    /// What the segments find in the value of the root key.
    pub(crate) fn dig(&self, value: Value) -> Outcome<Value> {
        dig(&self.text, &self.segments, value)
    }
}

/// Follows segments into a value.
pub(crate) fn dig(key: &str, segments: &[Segment], value: Value) -> Outcome<Value> {
    let mut value = value;
    for segment in segments {
        value = step(key, segment, &value)?;
    }
    Ok(value)
}

fn step(key: &str, segment: &Segment, value: &Value) -> Outcome<Value> {
    let found = match (value, segment) {
        (Value::Undef, _) => None,
        (Value::Array(items), Segment::Index(index)) => usize::try_from(*index)
            .ok()
            .and_then(|index| items.get(index)),
        (Value::Hash(_), Segment::Name(name)) => get(value, name),
        (Value::Hash(entries), Segment::Index(_)) => entries.get(&segment.to_value()),
        (Value::Integer(number), _) => {
            let message = format!("undefined method `include?' for {number}:Integer");
            return LookupStop::failed(ErrorKind::Foreign, message);
        }
        _ => {
            let message = format!(
                "Data LevelProvider type mismatch: Got {} when a hash-like object was expected to access value using '{}' \
                 from key '{key}'",
                class_name(value),
                segment.text(),
            );
            return LookupStop::failed(ErrorKind::Lookup, message);
        }
    };
    found.cloned().ok_or(LookupStop::NotFound)
}

/// The segments of a key; nothing if it cannot be split.
///
/// As `key.split(/(\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+)/)` does it, where between two parts there must be one dot.
pub(crate) fn split(key: &str) -> Option<Vec<Segment>> {
    if !key.contains(['\'', '"', '.']) {
        return Some(vec![Segment::Name(key.into())]);
    }
    let mut segments = Vec::new();
    let mut rest = key;
    loop {
        let length = quoted_length(rest, '"')
            .or_else(|| quoted_length(rest, '\''))
            .or_else(|| {
                rest.find(['\'', '"', '.'])
                    .or(Some(rest.len()))
                    .filter(|length| *length > 0)
            })?;
        let (part, after) = rest.split_at(length);
        segments.push(segment(part.trim()));
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// The length of a quoted part with the white space around it.
fn quoted_length(text: &str, quote: char) -> Option<usize> {
    let inner = text.trim_start().strip_prefix(quote)?;
    let end = inner.find(quote).filter(|end| *end > 0)?;
    let after = &inner[end + 1..];
    Some(text.len() - after.trim_start().len())
}

fn segment(part: &str) -> Segment {
    if part.starts_with(['\'', '"']) {
        return Segment::Name(part.get(1..part.len() - 1).unwrap_or_default().into());
    }
    let unsigned = part.strip_prefix(':').unwrap_or(part);
    let digits = unsigned.strip_prefix(['+', '-']).unwrap_or(unsigned);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Segment::Name(part.into());
    }
    // Ruby's `to_i` reads up to the colon.
    let number = if part.starts_with(':') {
        Ok(0)
    } else {
        part.parse()
    };
    Segment::Index(number.unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_split_at_dots_outside_of_quotes() {
        let shown = |key: &str| {
            let segments = split(key)?;
            let shown = segments.iter().map(|segment| match segment {
                Segment::Name(name) => format!("'{name}'"),
                Segment::Index(index) => index.to_string(),
            });
            Some(shown.collect::<Vec<_>>().join(" "))
        };
        for (key, expected) in [
            ("a", Some("'a'")),
            (" a ", Some("' a '")),
            ("a.b", Some("'a' 'b'")),
            (" a . b ", Some("'a' 'b'")),
            ("'a.b'.c", Some("'a.b' 'c'")),
            ("a. \"b.c\" .0", Some("'a' 'b.c' 0")),
            ("a.'0'", Some("'a' '0'")),
            ("a.+1.-2.:3.01", Some("'a' 1 -2 0 1")),
            ("a.", None),
            (".a", None),
            ("a..b", None),
            ("a.''", None),
            ("q'uote", None),
            ("'a", None),
        ] {
            assert_eq!(shown(key).as_deref(), expected, "{key}");
        }
    }
}

//! YAML with places.
//!
//! Scalars and tags mean what they mean to Ruby's Psych (`psych.rs`).

use std::collections::HashMap;

use puppet_text::{TextRange, TextSize};
use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::psych;
use crate::yaml_indentation::Insertions;
use crate::{DataEntry, DataSyntaxError, DataValue, Scalar, Special, ValueKind};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The deepest nesting of values.
const MAX_DEPTH: usize = 512;

/// The most values that the aliases of a text stand for.
const MAX_VALUES: usize = 300_000;

/// Reads the first document of a YAML text; an empty text is `null`. Aliases are written out, and `<<` merges.
///
/// A byte-order mark takes one column, as for Psych: what stands at the margin of the lines after it is less indented, and
/// may end the document.
///
/// # Errors
/// What is wrong and where, when the text is no YAML, or too deep or too large.
pub fn parse(text: &str) -> Result<DataValue, DataSyntaxError> {
    parse_leniently(text, &Insertions::default(), MAX_REPAIRS)
}

/// What YAML requires within brackets and quotes, and Ruby's reader does not.
const INDENTATION: [&str; 3] = [
    "Invalid indentation",
    "Invalid indentation in flow construct",
    "Invalid indentation in quoted scalar",
];

/// What YAML requires there, too: that lines are indented with spaces.
const TAB_INDENTATION: &str = "Tabs disallowed within this context (block indentation)";

/// What YAML requires of a comment, and Ruby's reader does not where something ends by itself: `"a"# comment`.
const JOINED_COMMENT: &str = "Comments must be separated from other tokens by whitespace";

/// Each comment without a space before it takes another reading of the text.
const MAX_REPAIRS: usize = 50;

/// Reads a text, and where YAML is stricter than Ruby's reader, the same text as that reader sees it.
fn parse_leniently(
    text: &str,
    insertions: &Insertions,
    repairs: usize,
) -> Result<DataValue, DataSyntaxError> {
    parse_strictly(text, insertions).or_else(|error| match error.message.as_str() {
        TAB_AFTER_COLON => {
            parse_strictly(&with_spaces_after_colons(text), insertions).map_err(|_| error)
        }
        message if is_about_indentation(message) && insertions.is_empty() => {
            match Insertions::missing_indentation(text) {
                Some(missing) if !missing.is_empty() => {
                    parse_leniently(text, &missing, repairs).map_err(|_| error)
                }
                _ => Err(error),
            }
        }
        JOINED_COMMENT if repairs > 0 => {
            let without = without_comment(text, error.range.start().into());
            parse_leniently(&without, insertions, repairs - 1)
        }
        _ => Err(error),
    })
}

fn is_about_indentation(message: &str) -> bool {
    INDENTATION.contains(&message) || message == TAB_INDENTATION
}

/// The text, of the same length, with spaces in place of the comment that starts at an offset.
fn without_comment(text: &str, start: usize) -> String {
    let (before, rest) = text.split_at(start);
    let (comment, after) = rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len()));
    format!("{before}{}{after}", " ".repeat(comment.len()))
}

/// What YAML 1.2 requires after the colon of a key, and Ruby's reader does not: a space, not only a tab.
const TAB_AFTER_COLON: &str = "':' must be followed by a valid YAML whitespace";

/// The text, of the same length, with a space for the tab after the first colon of each line that has no quotes before it.
fn with_spaces_after_colons(text: &str) -> String {
    let spaced = text.split_inclusive('\n').map(|line| {
        match line
            .find(":\t")
            .filter(|at| !line[..*at].contains(['"', '\'', '#']))
        {
            Some(at) => format!("{}: {}", &line[..at], &line[at + 2..]),
            None => line.to_owned(),
        }
    });
    spaced.collect()
}

/// Reads a text to which spaces are added.
fn parse_strictly(text: &str, insertions: &Insertions) -> Result<DataValue, DataSyntaxError> {
    let content = insertions.insert_into(text);
    let content = match content.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => format!(" {rest}").into(),
        None => content,
    };
    check_start(text)?;
    let mut builder = Builder::new(text, insertions, &content);
    for event in Parser::new_from_str(&content) {
        let (event, span) = event.map_err(|error| DataSyntaxError {
            message: capitalised(error.info()),
            range: builder
                .places
                .range(error.marker().index(), error.marker().index()),
        })?;
        let range = builder.places.span(span);
        if let Some(document) = builder.event(event, range)? {
            return Ok(document);
        }
    }
    Ok(null(TextRange::empty(TextSize::new(0))))
}

/// Refuses the lines before a document that libyaml refuses: the end of a document, directives that it does not know.
fn check_start(text: &str) -> Result<(), DataSyntaxError> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches(BYTE_ORDER_MARK).trim_end();
        let range = TextRange::at(size(at), TextSize::of(line.trim_end()));
        at += line.len();
        let mut parts = words.split_whitespace();
        match (parts.next(), parts.next()) {
            (None, _) => {}
            (Some(first), _) if first.starts_with('#') => {}
            (Some("..."), _) if words.starts_with('.') => {
                return Err(error("Did not find expected node content", range));
            }
            (Some("%YAML"), Some("1.1" | "1.2")) | (Some("%TAG"), _) => {}
            (Some("%YAML"), _) => {
                return Err(error("Found incompatible YAML document", range));
            }
            _ if words.starts_with('%') => {
                return Err(error("Found unknown directive name", range));
            }
            _ => break,
        }
    }
    Ok(())
}

/// Reads a YAML text of which parts may be broken, as while it is typed: the entries at the left margin that can be read,
/// each by itself, and the keys of the others, whose values are `null`. Gives also what is wrong with the text as a whole.
pub fn parse_tolerantly(text: &str) -> (DataValue, Option<DataSyntaxError>) {
    let error = match parse(text) {
        Ok(value) => return (value, None),
        Err(error) => error,
    };
    let mut entries = Vec::new();
    for block in blocks(text) {
        let part = text.get(block.clone()).unwrap_or_default();
        match parse(part).map(|value| value.kind) {
            Ok(ValueKind::Mapping(found)) => {
                let shift = size(block.start);
                entries.extend(found.into_iter().map(|entry| shifted_entry(entry, shift)));
            }
            _ => entries.extend(key_of_line(part, block.start)),
        }
    }
    let range = TextRange::new(TextSize::new(0), TextSize::of(text));
    let kind = ValueKind::Mapping(entries);
    (DataValue { kind, range }, Some(error))
}

/// The parts of a text that start with something at the left margin.
fn blocks(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut blocks: Vec<std::ops::Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let continues = |c: char| c.is_whitespace() || "#-]})".contains(c) || c == '\u{feff}';
        let is_start = !line.starts_with(continues);
        match blocks.last_mut() {
            Some(last) if !is_start => last.end = at + line.len(),
            _ if is_start => blocks.push(at..at + line.len()),
            _ => {}
        }
        at += line.len();
    }
    blocks
}

/// The key with which a broken part starts.
fn key_of_line(part: &str, at: usize) -> Option<DataEntry> {
    let line = part.lines().next()?;
    let (start, key) = match line.chars().next()? {
        quote @ ('\'' | '"') => (1, line[1..].split(quote).next()?),
        _ => (0, line.split(": ").next()?.trim_end().trim_end_matches(':')),
    };
    let range = TextRange::at(size(at + start), TextSize::of(key));
    let is_key = !key.is_empty() && !key.contains([' ', '{', '[', '}', ']']);
    is_key.then(|| DataEntry {
        key: key.to_owned(),
        key_scalar: Scalar::String(key.to_owned()),
        key_range: range,
        value: null(TextRange::empty(range.end())),
    })
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX))
}

fn shifted_entry(entry: DataEntry, shift: TextSize) -> DataEntry {
    DataEntry {
        key_range: entry.key_range + shift,
        value: shifted(entry.value, shift),
        ..entry
    }
}

/// A value some bytes further on; its depth is bounded by [`MAX_DEPTH`].
fn shifted(value: DataValue, shift: TextSize) -> DataValue {
    let kind = match value.kind {
        ValueKind::Sequence(elements) => {
            let elements = elements.into_iter();
            ValueKind::Sequence(elements.map(|it| shifted(it, shift)).collect())
        }
        ValueKind::Mapping(entries) => {
            let entries = entries.into_iter();
            ValueKind::Mapping(entries.map(|it| shifted_entry(it, shift)).collect())
        }
        scalar @ ValueKind::Scalar(_) => scalar,
    };
    DataValue {
        kind,
        range: value.range + shift,
    }
}

fn null(range: TextRange) -> DataValue {
    DataValue {
        kind: ValueKind::Scalar(Scalar::Null),
        range,
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// From the parser's places, which count characters of a text with spaces added, to bytes of the text.
struct Places<'t> {
    /// Where each character starts, unless all are ASCII.
    starts: Option<Vec<u32>>,
    insertions: &'t Insertions,
    /// How much longer a byte-order mark is than the space in its place.
    shift: usize,
    length: usize,
}

impl<'t> Places<'t> {
    fn new(text: &str, insertions: &'t Insertions, content: &str) -> Self {
        let starts = (!content.is_ascii()).then(|| {
            content
                .char_indices()
                .map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX))
                .collect()
        });
        Self {
            starts,
            insertions,
            shift: usize::from(text.starts_with(BYTE_ORDER_MARK))
                * (BYTE_ORDER_MARK.len_utf8() - 1),
            length: text.len(),
        }
    }

    fn offset(&self, index: usize) -> TextSize {
        let at = match &self.starts {
            None => index,
            Some(starts) => starts.get(index).map_or(usize::MAX, |at| *at as usize),
        };
        let at = self
            .insertions
            .original_offset(at.saturating_add(self.shift));
        size(at.min(self.length))
    }

    fn range(&self, start: usize, end: usize) -> TextRange {
        let start = self.offset(start);
        TextRange::new(start, self.offset(end).max(start))
    }

    fn span(&self, span: Span) -> TextRange {
        self.range(span.start.index(), span.end.index())
    }
}

/// A collection whose end has not come yet.
struct OpenCollection {
    /// Whether it is written with brackets, or within some.
    in_brackets: bool,
    anchor: usize,
    start: TextSize,
    values: usize,
    /// The class of Ruby that its tag asks for, and that Puppet does not make.
    refused_class: Option<String>,
    kind: OpenKind,
}

enum OpenKind {
    Sequence(Vec<DataValue>),
    /// With the key whose value comes next.
    Mapping(Vec<DataEntry>, Option<DataValue>),
}

struct Builder<'t> {
    text: &'t str,
    places: Places<'t>,
    open: Vec<OpenCollection>,
    /// What aliases stand for, and how many values that is.
    anchors: HashMap<usize, (DataValue, usize)>,
    values: usize,
    /// How many values aliases stood for.
    copied: usize,
    /// The value of the document.
    document: Option<DataValue>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, insertions: &'t Insertions, content: &str) -> Self {
        Self {
            text,
            places: Places::new(text, insertions, content),
            open: Vec::new(),
            anchors: HashMap::new(),
            values: 0,
            copied: 0,
            document: None,
        }
    }

    /// Takes one event; the document, when it is complete.
    fn event(
        &mut self,
        event: Event<'_>,
        range: TextRange,
    ) -> Result<Option<DataValue>, DataSyntaxError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.check_plain(&text, style, range)?;
                self.check_key(range)?;
                let value = DataValue {
                    kind: ValueKind::Scalar(psych::scalar(&text, style, tag.as_deref())),
                    range,
                };
                self.complete(value, anchor, 1);
                Ok(None)
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some((value, count)) => {
                    let value = DataValue {
                        kind: value.kind.clone(),
                        range,
                    };
                    let count = *count;
                    self.copied += count;
                    if self.copied > MAX_VALUES {
                        return Err(error("There are too many values", range));
                    }
                    self.complete(value, 0, count);
                    Ok(None)
                }
                None => Err(error("An alias within the value that it stands for", range)),
            },
            Event::SequenceStart(anchor, tag) => {
                let refused = psych::refused_collection(tag.as_deref(), false);
                self.start(anchor, range, refused, OpenKind::Sequence(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                let refused = psych::refused_collection(tag.as_deref(), true);
                self.start(anchor, range, refused, OpenKind::Mapping(Vec::new(), None))
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.end(range);
                Ok(None)
            }
            // What follows a text may show that it is none: a colon makes it a key, which has one line.
            Event::DocumentEnd => Ok(Some(self.document.take().unwrap_or_else(|| null(range)))),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {
                Ok(None)
            }
        }
    }

    /// Refuses what libyaml, which Ruby reads YAML with, takes for no text: `:` or `?` at the start within brackets, and
    /// a tab before the first key of a line.
    fn check_plain(
        &self,
        text: &str,
        style: ScalarStyle,
        range: TextRange,
    ) -> Result<(), DataSyntaxError> {
        let in_brackets = self.open.last().is_some_and(|open| open.in_brackets);
        if in_brackets && style == ScalarStyle::Plain && text.starts_with([':', '?']) {
            return Err(error("Did not find expected node content", range));
        }
        let is_key = matches!(
            self.open.last().map(|open| &open.kind),
            Some(OpenKind::Mapping(_, None))
        );
        let before = self.text.get(..range.start().into()).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let is_first = line.contains('\t') && line.trim().is_empty();
        if is_key && !in_brackets && is_first {
            return Err(error("Found a tab that cannot start any token", range));
        }
        Ok(())
    }

    /// Refuses keys that libyaml does not see: nothing before a colon, and within brackets one that the colon does not
    /// follow on its line.
    fn check_key(&self, range: TextRange) -> Result<(), DataSyntaxError> {
        let Some(OpenCollection {
            in_brackets,
            kind: OpenKind::Mapping(_, None),
            ..
        }) = self.open.last()
        else {
            return Ok(());
        };
        let before = self.text.get(..range.start().into()).unwrap_or_default();
        let after = self.text.get(range.end().into()..).unwrap_or_default();
        if before.trim_end().ends_with('?') {
            return Ok(());
        }
        let line = before.rsplit('\n').next().unwrap_or_default();
        // A tag or an anchor is a key, though an empty one.
        let is_first = line.trim_start_matches([' ', '-']).is_empty();
        if !in_brackets && is_first && range.is_empty() && after.starts_with(':') {
            return Err(error("Did not find expected key", range));
        }
        let gap = after.len() - after.trim_start().len();
        let is_split = after[gap..].starts_with(':') && after[..gap].contains('\n');
        if *in_brackets && is_split {
            return Err(error("Did not find expected ',' or '}'", range));
        }
        Ok(())
    }

    fn start(
        &mut self,
        anchor: usize,
        range: TextRange,
        refused_class: Option<String>,
        kind: OpenKind,
    ) -> Result<Option<DataValue>, DataSyntaxError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(error("Values are nested too deeply", range));
        }
        let rest = self.text.get(range.start().into()..);
        let is_bracket = rest.is_some_and(|rest| rest.starts_with(['[', '{']));
        let in_brackets = is_bracket || self.open.last().is_some_and(|open| open.in_brackets);
        self.open.push(OpenCollection {
            in_brackets,
            anchor,
            start: range.start(),
            values: self.values,
            refused_class,
            kind,
        });
        Ok(None)
    }

    fn end(&mut self, range: TextRange) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let kind = match (open.refused_class, open.kind) {
            (Some(class), _) => {
                ValueKind::Scalar(Scalar::Other(Special::Class(class), String::new()))
            }
            (None, OpenKind::Sequence(elements)) => ValueKind::Sequence(elements),
            (None, OpenKind::Mapping(entries, _)) => ValueKind::Mapping(entries),
        };
        let value = DataValue {
            kind,
            range: TextRange::new(open.start, range.end().max(open.start)),
        };
        let inside = self.values - open.values;
        self.values = open.values;
        self.complete(value, open.anchor, inside + 1);
    }

    /// Puts a value where it belongs.
    fn complete(&mut self, value: DataValue, anchor: usize, values: usize) {
        self.values += values;
        if anchor != 0 {
            self.anchors.insert(anchor, (value.clone(), values));
        }
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.document = Some(value),
            Some(OpenKind::Sequence(elements)) => elements.push(value),
            Some(OpenKind::Mapping(entries, key)) => match key.take() {
                None => *key = Some(value),
                Some(key) => add(entries, key, value),
            },
        }
    }
}

/// Adds an entry to a mapping. What `<<` merges counts more than what stands before it, and less than what follows.
fn add(entries: &mut Vec<DataEntry>, key: DataValue, value: DataValue) {
    let name = text_of(&key);
    let merged = if name == "<<" {
        merged_entries(&value)
    } else {
        None
    };
    if let Some(merged) = merged {
        entries.extend(merged);
        return;
    }
    entries.push(DataEntry {
        key: name,
        key_scalar: match key.kind {
            ValueKind::Scalar(scalar) => scalar,
            ValueKind::Sequence(_) | ValueKind::Mapping(_) => {
                Scalar::Other(Special::Collection, String::new())
            }
        },
        key_range: key.range,
        value,
    });
}

/// The entries that `<<` merges; nothing if its value is no mapping.
fn merged_entries(value: &DataValue) -> Option<Vec<DataEntry>> {
    match &value.kind {
        ValueKind::Mapping(merged) => Some(merged.clone()),
        // Of several mappings the first counts most.
        ValueKind::Sequence(mappings) => {
            let mappings: Option<Vec<&[DataEntry]>> =
                mappings.iter().rev().map(DataValue::as_mapping).collect();
            mappings.map(|mappings| mappings.concat())
        }
        ValueKind::Scalar(_) => None,
    }
}

/// A key as text; collections as keys have none that could be looked up.
fn text_of(key: &DataValue) -> String {
    match &key.kind {
        ValueKind::Scalar(Scalar::String(text) | Scalar::Number(text) | Scalar::Other(_, text)) => {
            text.clone()
        }
        ValueKind::Scalar(Scalar::Boolean(value)) => value.to_string(),
        ValueKind::Scalar(Scalar::Null) | ValueKind::Sequence(_) | ValueKind::Mapping(_) => {
            String::new()
        }
    }
}

fn error(message: &str, range: TextRange) -> DataSyntaxError {
    DataSyntaxError {
        message: message.to_owned(),
        range,
    }
}

#[cfg(test)]
mod tests;

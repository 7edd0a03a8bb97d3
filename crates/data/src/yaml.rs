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

/// The most values of a text with its aliases written out.
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
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, insertions: &'t Insertions, content: &str) -> Self {
        Self {
            text,
            places: Places::new(text, insertions, content),
            open: Vec::new(),
            anchors: HashMap::new(),
            values: 0,
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
                let value = DataValue {
                    kind: ValueKind::Scalar(psych::scalar(&text, style, tag.as_deref())),
                    range,
                };
                self.complete(value, anchor, 1)
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some((value, count)) => {
                    let value = DataValue {
                        kind: value.kind.clone(),
                        range,
                    };
                    let count = *count;
                    self.complete(value, 0, count)
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
            Event::SequenceEnd | Event::MappingEnd => self.end(range),
            Event::DocumentEnd => Ok(Some(null(range))),
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

    fn end(&mut self, range: TextRange) -> Result<Option<DataValue>, DataSyntaxError> {
        let Some(open) = self.open.pop() else {
            return Ok(None);
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
        self.complete(value, open.anchor, inside + 1)
    }

    /// Puts a value where it belongs.
    fn complete(
        &mut self,
        value: DataValue,
        anchor: usize,
        values: usize,
    ) -> Result<Option<DataValue>, DataSyntaxError> {
        self.values += values;
        if self.values > MAX_VALUES {
            return Err(error("There are too many values", value.range));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, (value.clone(), values));
        }
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => return Ok(Some(value)),
            Some(OpenKind::Sequence(elements)) => elements.push(value),
            Some(OpenKind::Mapping(entries, key)) => match key.take() {
                None => *key = Some(value),
                Some(key) => add(entries, key, value),
            },
        }
        Ok(None)
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
mod tests {
    use super::*;

    fn scalar_of(text: &str) -> Scalar {
        match parse(text).expect("YAML").kind {
            ValueKind::Scalar(scalar) => scalar,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn comments_need_no_space_where_something_ends_by_itself() {
        let cases = [
            ("a: \"x\"# c\nb: 'y'#c", "xy"),
            ("a: [x]#c\nb: {c: y}#c\n", "xy"),
            ("a: [x,#c\n  y]\nb:", "xy"),
            ("a: \"x\"#c # '\nb: \"y\"", "xy"),
            ("a: x#c\nb: 'y'", "x#cy"),
        ];
        for (text, expected) in cases {
            let value = parse(text).expect(text);
            let mut found = String::new();
            let mut open = vec![&value];
            while let Some(value) = open.pop() {
                match &value.kind {
                    ValueKind::Scalar(Scalar::String(text)) => found += text,
                    ValueKind::Scalar(_) => {}
                    ValueKind::Sequence(elements) => open.extend(elements.iter().rev()),
                    ValueKind::Mapping(entries) => {
                        open.extend(entries.iter().rev().map(|entry| &entry.value));
                    }
                }
            }
            assert_eq!(found, expected, "{text}");
        }
        let many = "a: \"x\"#\n".repeat(MAX_REPAIRS + 1);
        assert!(parse(&many).is_err());
    }

    #[test]
    fn plain_scalars_are_what_ruby_takes_them_for() {
        let string = |text: &str| Scalar::String(text.to_owned());
        let number = |text: &str| Scalar::Number(text.to_owned());
        let other = |special, text: &str| Scalar::Other(special, text.to_owned());
        for (text, expected) in [
            ("", Scalar::Null),
            ("~", Scalar::Null),
            ("Null", Scalar::Null),
            ("yes", Scalar::Boolean(true)),
            ("Off", Scalar::Boolean(false)),
            ("y", string("y")),
            ("'yes'", string("yes")),
            ("!!str 1", string("1")),
            ("0644", number("420")),
            ("0999", string("0999")),
            ("-0x1F", number("-31")),
            ("1_000", number("1000")),
            ("1.5", number("1.5")),
            ("1e3", string("1e3")),
            ("1.0e+3", number("1.0e+3")),
            ("1.2.3", string("1.2.3")),
            (".", string(".")),
            (":sym", other(Special::Symbol, "sym")),
            (":\"a b\"", other(Special::Symbol, "a b")),
            ("2001-01-01", other(Special::Date, "2001-01-01")),
            ("2001-13-01", string("2001-13-01")),
            (
                "2001-01-01 1:02:03.5 +01:00",
                other(Special::Time, "2001-01-01 1:02:03.5 +01:00"),
            ),
            ("12:30", number("45000")),
            ("-1:30:05", number("-1795")),
            ("1:30.5", number("5430.0")),
            ("1:60", string("1:60")),
            (".inf", other(Special::Float, ".inf")),
            ("!!int '5'", number("5")),
            ("!!float 5", number("5.0")),
            ("!!binary aGk=", other(Special::Binary, "aGk=")),
            (
                "!ruby/regexp /x/",
                other(Special::Class("Regexp".into()), "/x/"),
            ),
            (
                "!!set {a, b}",
                other(Special::Class("Psych::Set".into()), ""),
            ),
            ("!unknown yes", Scalar::Boolean(true)),
            ("a: b: c", string("never read")),
        ] {
            if text == "a: b: c" {
                assert!(parse(text).is_err());
            } else {
                assert_eq!(scalar_of(text), expected, "{text:?}");
            }
        }
    }

    #[test]
    fn colons_and_tabs_are_those_of_libyaml() {
        for (text, is_yaml) in [
            ("a: [:b]", false),
            ("a: {:b: 1}", false),
            ("a: {b: ?c}", false),
            ("a: :b", true),
            (":a: 1", true),
            ("a: [b:c, ':d']", true),
            ("a:\t1", true),
            ("\ta: 1", false),
            ("a: 1\n\tb: 2", false),
        ] {
            assert_eq!(parse(text).is_ok(), is_yaml, "{text}");
        }
        let tag = scalar_of("!<tag:yaml.org,2002:str> 1");
        assert_eq!(tag, Scalar::String("1".to_owned()));
    }

    #[test]
    fn tabs_may_indent_within_brackets() {
        for (text, is_yaml) in [
            ("a: {\n\tb: 2}", true),
            ("a: {\r\n\tb: 2\r\n}", true),
            ("a: [\n\t'x',\n \t'y']", true),
            ("a: {\n\t# c\n\t\"b\": 2}\nc: 1", true),
            ("a: [\n\t]", true),
            ("a: {b: 'x',\n\tc: 1}", true),
            ("a: {\n\tb: 2\n\t}", false),
            ("a: [x\n\t,y]", false),
            ("a:\n\t{b: 1}", false),
            ("a:\n\tb: 1", false),
            ("a:\n\t- b", false),
            ("- 'x'\n\t- 'y'", false),
            ("a: {\n\tb: [\n\t1,\n\t2\n]\n}\nc: {\n\td: 1\n}", true),
            ("a: '['\nb:\n\tc: 1", false),
        ] {
            assert_eq!(parse(text).is_ok(), is_yaml, "{text:?}");
        }
    }

    #[test]
    fn closing_brackets_need_no_indentation() {
        let text = "a:\n  b: [\n    'x', # \u{e9}\n    \"#\"\n  # no trailing comma!\n\n  ]\n  c: {\n    d: 1\n  }\n";
        let value = parse(text).expect("Ruby reads it");
        let inner = value.get("a").expect("an entry");
        let list = inner.get("b").and_then(DataValue::as_sequence);
        let texts: Vec<_> = list.into_iter().flatten().map(DataValue::as_str).collect();
        assert_eq!(texts, [Some("x"), Some("#")]);
        let number = inner.get("c").and_then(|it| it.get("d")).expect("an entry");
        assert_eq!(&text[std::ops::Range::<usize>::from(number.range)], "1");
    }

    #[test]
    fn values_know_their_places() {
        let text = "\u{feff}\né: [1, two]\n\"a::b\":\n  c: 'ö'\n";
        let value = parse(text).expect("YAML");
        let entries = value.as_mapping().expect("a mapping");
        assert_eq!(&text[entries[0].key_range], "é");
        assert_eq!(&text[entries[0].value.range], "[1, two]");
        assert_eq!(&text[entries[1].key_range], "\"a::b\"");
        let inner = entries[1].value.get("c").expect("a value");
        assert_eq!(&text[inner.range], "'ö'");
    }

    #[test]
    fn a_byte_order_mark_indents_the_first_line() {
        let keys = |text: &str| {
            let value = parse(text).ok()?;
            let keys = value.as_mapping()?.iter().map(|entry| entry.key.clone());
            Some(keys.collect::<Vec<_>>().join(" "))
        };
        for (text, expected) in [
            ("\u{feff}a: 1\nb: 2", Some("a")),
            ("\u{feff}# c\na: 1\nb: 2", Some("a b")),
            ("\u{feff}{a: 1,\nb: 2}", Some("a b")),
            ("\u{feff}---\na: 1", None),
        ] {
            assert_eq!(keys(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn aliases_and_merges_are_written_out() {
        let text = "base: &base {a: 1, b: 2}\nuse:\n  a: 0\n  <<: *base\n  b: 3\nsame: *base\n";
        let value = parse(text).expect("YAML");
        let used = value.get("use").expect("a mapping");
        let number = |key| used.get(key).map(|value| value.kind.clone());
        let scalar = |text: &str| Some(ValueKind::Scalar(Scalar::Number(text.to_owned())));
        assert_eq!((number("a"), number("b")), (scalar("1"), scalar("3")));
        assert_eq!(
            value.get("same").map(|value| value.kind.clone()),
            value.get("base").map(|value| value.kind.clone())
        );
    }

    #[test]
    fn broken_texts_keep_their_other_entries() {
        let text = "---\n\u{e9}: 1\na::b: [1,\n  2\nc::d:\n  e: {x: 1}\n'f::g'\nh: \"\ni: 2\n";
        let (value, error) = parse_tolerantly(text);
        assert!(error.is_some());
        let entries = value.as_mapping().expect("a mapping");
        let keys: Vec<&str> = entries.iter().map(|it| &text[it.key_range]).collect();
        assert_eq!(keys, ["\u{e9}", "a::b", "c::d", "f::g", "h", "i"]);
        let inner = value
            .get("c::d")
            .and_then(|it| it.get("e"))
            .expect("a value");
        assert_eq!(&text[inner.range], "{x: 1}");
        let (value, error) = parse_tolerantly("a: 1\n");
        assert!(error.is_none() && value.get("a").is_some());
    }

    #[test]
    fn keys_are_what_they_are() {
        let value = parse("80: a\n'80': b\n~: c\n").expect("YAML");
        let keys = value.as_mapping().expect("a mapping").iter();
        let keys: Vec<Scalar> = keys.map(|entry| entry.key_scalar.clone()).collect();
        let number = Scalar::Number("80".to_owned());
        assert_eq!(
            keys,
            [number, Scalar::String("80".to_owned()), Scalar::Null]
        );
    }

    #[test]
    fn hostile_texts_are_errors_and_end() {
        let mut bomb = "a0: &a0 [x]\n".to_owned();
        for level in 1..40 {
            let below = format!("*a{}", level - 1);
            bomb.push_str(&format!("a{level}: &a{level} [{below}, {below}]\n"));
        }
        let deep = "- ".repeat(10_000);
        for text in [&*bomb, "a: &a [*a]\n", &deep, &"[".repeat(100_000), "a: ["] {
            let start: String = text.chars().take(20).collect();
            assert!(parse(text).is_err(), "{start}");
        }
    }
}

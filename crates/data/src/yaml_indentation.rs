//! The indentation that YAML requires within brackets and quotes, and Ruby's reader does not.
//!
//! To libyaml spaces at the start of such lines mean nothing: the lines may start anywhere, also at the margin.

use std::borrow::Cow;

/// Spaces that are inserted in a text.
#[derive(Debug, Default)]
pub(crate) struct Insertions(Vec<Insertion>);

/// Spaces at one place.
#[derive(Debug)]
struct Insertion {
    /// The offset in the text before which they stand.
    before: usize,
    spaces: usize,
    /// How many are inserted in front of them.
    inserted: usize,
}

impl Insertions {
    /// The spaces that the lines of a text lack within brackets and quotes. None where they would make it twice as long.
    pub(crate) fn missing_indentation(text: &str) -> Option<Self> {
        let mut scanner = Scanner::default();
        let mut insertions = Vec::new();
        let (mut before, mut inserted) = (0, 0);
        for line in text.split_inclusive('\n') {
            let spaces = scanner.lacking_indentation(line);
            if spaces > 0 {
                insertions.push(Insertion {
                    before,
                    spaces,
                    inserted,
                });
                inserted += spaces;
            }
            if inserted > text.len() {
                return None;
            }
            scanner.read_line(line.trim_end().as_bytes());
            before += line.len();
        }
        Some(Self(insertions))
    }

    /// Whether nothing is inserted.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A text with the spaces.
    pub(crate) fn insert_into<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_empty() {
            return text.into();
        }
        let mut indented = String::with_capacity(text.len());
        let mut from = 0;
        for insertion in &self.0 {
            indented.push_str(&text[from..insertion.before]);
            indented.extend(std::iter::repeat_n(' ', insertion.spaces));
            from = insertion.before;
        }
        (indented + &text[from..]).into()
    }

    /// Where an offset of the text with the spaces is in the text without them.
    pub(crate) fn original_offset(&self, offset: usize) -> usize {
        let before = self
            .0
            .partition_point(|it| it.before + it.inserted <= offset);
        let last = before.checked_sub(1).and_then(|at| self.0.get(at));
        last.map_or(offset, |last| {
            (offset - last.inserted)
                .saturating_sub(last.spaces)
                .max(last.before)
        })
    }
}

/// What is open where a line starts.
#[derive(Default)]
struct Scanner {
    /// Brackets and quotes.
    open: Option<Enclosed>,
    /// The column to the right of which the lines of a block scalar (`|`, `>`) start.
    block: Option<usize>,
}

/// A value in brackets or quotes that has not ended.
struct Enclosed {
    /// How far its lines have to be indented.
    column: usize,
    brackets: usize,
    quote: Option<u8>,
    /// Whether the last line ended within a scalar without quotes: a tab must not indent the next one.
    is_plain: bool,
}

impl Scanner {
    /// How many spaces a line lacks at its start.
    fn lacking_indentation(&self, line: &str) -> usize {
        let Some(open) = &self.open else {
            return 0;
        };
        let indentation = indentation(line.as_bytes());
        let is_refused = open.is_plain && line[indentation..].starts_with('\t');
        match is_document_mark(line) || is_refused || line.trim().is_empty() {
            true => 0,
            false => open.column.saturating_sub(indentation),
        }
    }

    /// Reads a line without its end.
    fn read_line(&mut self, line: &[u8]) {
        let indentation = indentation(line);
        if self.open.is_some() {
            if let Some(end) = self.read_enclosed(line, 0) {
                self.read_node(line, end, indentation);
            }
            return;
        }
        if let Some(block) = self.block {
            if line.is_empty() || indentation >= block {
                return;
            }
            self.block = None;
        }
        let (mut at, mut column) = (indentation, 0);
        while matches!(line.get(at), Some(b'-' | b'?')) && is_space(line.get(at + 1)) {
            column = at + 1;
            at = skip_spaces(line, at + 1);
        }
        self.read_node(line, at, column);
    }

    /// Reads the keys and values of a block from an offset of a line on. Values have to start at a column.
    fn read_node(&mut self, line: &[u8], start: usize, mut column: usize) {
        let mut at = start;
        while let Some(byte) = line.get(at) {
            match byte {
                b' ' | b'\t' => at += 1,
                // What comes after a key is to the right of it.
                b':' if is_space(line.get(at + 1)) => {
                    column = column.max(start + 1);
                    at += 1;
                }
                b'!' | b'&' => at = token_end(line, at),
                b'[' | b'{' | b'"' | b'\'' => {
                    self.open = Some(Enclosed {
                        column: column.max(start),
                        brackets: 0,
                        quote: None,
                        is_plain: false,
                    });
                    match self.read_enclosed(line, at) {
                        Some(end) => at = end,
                        None => return,
                    }
                }
                b'|' | b'>' => return self.block = Some(column),
                b'#' => return,
                _ => match plain_key_end(line, at) {
                    Some(end) => at = end,
                    None => return,
                },
            }
        }
    }

    /// Reads what is in brackets and quotes from an offset of a line on. Returns where that ends in the line.
    fn read_enclosed(&mut self, line: &[u8], start: usize) -> Option<usize> {
        let open = self.open.as_mut()?;
        open.is_plain = false;
        let mut at = start;
        while let Some(byte) = line.get(at) {
            at += 1;
            if !is_space(Some(byte)) {
                open.is_plain = open.quote.is_none() && !b"[]{},:\"'#".contains(byte);
            }
            match (open.quote, byte) {
                (Some(b'"'), b'\\') => at += 1,
                (Some(b'\''), b'\'') if line.get(at) == Some(&b'\'') => at += 1,
                (Some(quote), byte) if *byte == quote => open.quote = None,
                (Some(_), _) => continue,
                (None, b'"' | b'\'') if is_start(line, at - 1) => {
                    open.quote = Some(*byte);
                    continue;
                }
                (None, b'[' | b'{') => open.brackets += 1,
                (None, b']' | b'}') => open.brackets = open.brackets.saturating_sub(1),
                (None, b'#') if is_space(line.get(at.wrapping_sub(2))) => return None,
                (None, _) => continue,
            }
            if open.quote.is_none() && open.brackets == 0 {
                self.open = None;
                return Some(at);
            }
        }
        None
    }
}

/// Whether a line starts or ends a document: `---` or `...` as a word of its own.
fn is_document_mark(line: &str) -> bool {
    let after = line
        .strip_prefix("---")
        .or_else(|| line.strip_prefix("..."));
    after.is_some_and(|after| after.is_empty() || after.starts_with(char::is_whitespace))
}

fn indentation(line: &[u8]) -> usize {
    line.iter().take_while(|byte| **byte == b' ').count()
}

fn is_space(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\t'))
}

fn skip_spaces(line: &[u8], at: usize) -> usize {
    let spaces = line[at..].iter().take_while(|byte| is_space(Some(byte)));
    at + spaces.count()
}

/// Where a tag or an anchor ends.
fn token_end(line: &[u8], at: usize) -> usize {
    let length = line[at..].iter().position(|byte| is_space(Some(byte)));
    length.map_or(line.len(), |length| at + length)
}

/// Where the key ends that an offset is in, if it is a plain one.
fn plain_key_end(line: &[u8], at: usize) -> Option<usize> {
    (at..line.len())
        .take_while(|at| !(line[*at] == b'#' && is_space(line.get(at.wrapping_sub(1)))))
        .find(|at| line[*at] == b':' && is_space(line.get(at + 1)))
}

/// Whether a value within brackets can start at an offset.
fn is_start(line: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| line.get(at));
    before.is_none_or(|byte| b" \t[{,:".contains(byte))
}

#[cfg(test)]
mod tests {
    use crate::yaml::parse;
    use crate::{DataValue, ValueKind};

    /// A value without its places.
    fn written(value: &DataValue) -> String {
        match &value.kind {
            ValueKind::Scalar(scalar) => format!("{scalar:?}"),
            ValueKind::Sequence(elements) => {
                let elements: Vec<_> = elements.iter().map(written).collect();
                format!("[{}]", elements.join(", "))
            }
            ValueKind::Mapping(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|it| format!("{}: {}", it.key, written(&it.value)));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
        }
    }

    #[test]
    fn lines_within_brackets_and_quotes_need_no_indentation() {
        for (text, expected) in [
            ("k: [\n1,\n2\n]", "k: [1, 2]"),
            ("k:\n  l: [\n  1\n  ]\n  m: 2", "k: {l: [1], m: 2}"),
            ("k:\n  x: {\n  a: 1\n  }", "k: {x: {a: 1}}"),
            ("k: \"a\nb\"", "k: a b"),
            ("k: 'a\n\n  b'\nj: 1", "k: \"a\\nb\"\nj: 1"),
            ("k: [{\na: 1}]\nj: ']'", "k: [{a: 1}]\nj: ']'"),
            ("- k: {\n# it's\n  a: 1 }\n  l: 2", "- {k: {a: 1}, l: 2}"),
            ("- - [\n1]", "- - [1]"),
            ("k: &a !!seq [\n1]\nj: *a", "k: [1]\nj: [1]"),
            ("k: |\n  a: [\nj: [\n1]", "k: \"a: [\\n\"\nj: [1]"),
            ("- k: |-\n   a: [\n  j: [\n1]", "- {k: 'a: [', j: [1]}"),
            ("it's: [\n1]", "\"it's\": [1]"),
            ("'k' : [\n\"a'\",\nb]", "k: [\"a'\", b]"),
            ("k: a [ b\nj: 1 # [\nl: [\n2]", "k: a [ b\nj: 1\nl: [2]"),
            ("k: [\nb\nc]", "k: [b c]"),
            ("k: \"a\n---\"", "k: a ---"),
            ("k: 'a\n...x'", "k: a ...x"),
        ] {
            let written = |text| parse(text).map(|value| written(&value));
            assert_eq!(written(text), written(expected), "{text:?}");
            assert!(written(text).is_ok(), "{text:?}");
        }
        for text in [
            "k: [\n---\n1]",
            "k: [\n1",
            "a: [\n b",
            "k:\n- a\n b: [\n1]",
            "k: \"a\n...\nb\"",
            "k: \"a\n---\tb\"",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}

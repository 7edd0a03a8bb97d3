//! Lines and columns of a text.

use text_size::{TextLen, TextRange, TextSize};

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// Bytes of UTF-8.
    Bytes,
    /// Characters (Unicode scalar values), as Puppet counts.
    Chars,
    /// Units of UTF-16, as editors count unless they agree on something else.
    Utf16,
}

/// A line and a column, both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineCol {
    /// The line, from 0.
    pub line: u32,
    /// The column, from 0, in the unit that was requested.
    pub col: u32,
}

/// A character of more than one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WideChar {
    start: TextSize,
    len: u8,
}

impl WideChar {
    fn end(self) -> TextSize {
        self.start + TextSize::from(u32::from(self.len))
    }

    /// The length in the unit `column`.
    fn width(self, column: Column) -> u32 {
        match column {
            Column::Bytes => u32::from(self.len),
            Column::Chars => 1,
            Column::Utf16 => {
                if self.len == 4 {
                    2
                } else {
                    1
                }
            }
        }
    }
}

/// How many bytes are looked at at once for wide characters.
const PART: usize = 64;

/// A line shorter than most.
const SHORT_LINE: usize = 32;

/// Where the lines of a text begin. A line ends with `\n`; the `\r` before it belongs to the line. A `\r` alone ends a
/// line for editors, and none for Puppet.
///
/// Asking takes time logarithmic in the number of lines, and linear in the number of wide characters of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    /// The offset of the first byte of each line; the first is 0.
    line_starts: Vec<TextSize>,
    wide_chars: Vec<WideChar>,
    len: TextSize,
}

impl LineIndex {
    /// The index of `text`, with lines as Puppet counts them.
    ///
    /// # Panics
    /// If the text is longer than `u32::MAX` bytes.
    pub fn new(text: &str) -> LineIndex {
        Self::with_starts(text, starts_after_newlines(text.as_bytes()))
    }

    /// The index of `text`, with lines as editors count them: after `\n`, `\r\n` and `\r`.
    ///
    /// # Panics
    /// If the text is longer than `u32::MAX` bytes.
    pub fn new_for_editor(text: &str) -> LineIndex {
        Self::with_starts(text, editor_line_starts(text.as_bytes()).map(size))
    }

    fn with_starts(text: &str, starts: impl Iterator<Item = TextSize>) -> LineIndex {
        let bytes = text.as_bytes();
        let mut line_starts = Vec::with_capacity(bytes.len() / SHORT_LINE);
        line_starts.push(TextSize::new(0));
        line_starts.extend(starts);
        LineIndex {
            line_starts,
            wide_chars: wide_chars(bytes),
            len: text.text_len(),
        }
    }

    /// The number of lines; a text without line break has one.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The line of `offset`, from 0. Offsets after the end belong to the last line.
    pub fn line(&self, offset: TextSize) -> u32 {
        (self.line_starts.partition_point(|start| *start <= offset) - 1) as u32
    }

    /// The line and column of `offset`. Offsets after the end count as the end, those inside of a character as its
    /// start.
    pub fn line_col(&self, offset: TextSize, column: Column) -> LineCol {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        let start = self.line_starts[line as usize];
        let mut col = u32::from(offset - start);
        for wide in self
            .wide_chars_from(start)
            .iter()
            .take_while(|wide| wide.start < offset)
        {
            if wide.end() > offset {
                col -= u32::from(offset - wide.start);
            } else {
                col -= u32::from(wide.len) - wide.width(column);
            }
        }
        LineCol { line, col }
    }

    /// The offset of a line and column. A column after the end of the line counts as its end (before the line
    /// break), one inside of a character as its start; `None` if there is no such line.
    pub fn offset(&self, at: LineCol, column: Column) -> Option<TextSize> {
        let range = self.line_range(at.line)?;
        let mut offset = range.start();
        let mut left = at.col;
        for wide in self
            .wide_chars_from(range.start())
            .iter()
            .take_while(|wide| wide.start < range.end())
        {
            let plain = u32::from(wide.start - offset);
            if left <= plain {
                break;
            }
            left -= plain;
            offset = wide.start;
            let width = wide.width(column);
            if left < width {
                return Some(offset);
            }
            left -= width;
            offset = wide.end();
        }
        Some(
            offset
                .checked_add(TextSize::new(left))
                .map_or(range.end(), |end| end.min(range.end())),
        )
    }

    /// The range of a line without the `\n` or the lone `\r` that ends it; `None` if there is no such line.
    pub fn line_range(&self, line: u32) -> Option<TextRange> {
        let start = *self.line_starts.get(line as usize)?;
        let end = match self.line_starts.get(line as usize + 1) {
            Some(next) => *next - TextSize::new(1),
            None => self.len,
        };
        Some(TextRange::new(start, end))
    }

    fn wide_chars_from(&self, start: TextSize) -> &[WideChar] {
        let first = self.wide_chars.partition_point(|wide| wide.start < start);
        &self.wide_chars[first..]
    }
}

fn size(offset: usize) -> TextSize {
    TextSize::new(offset as u32)
}

/// Where lines start after the first one, as Puppet counts them.
fn starts_after_newlines(bytes: &[u8]) -> impl Iterator<Item = TextSize> {
    memchr::memchr_iter(b'\n', bytes).map(|at| size(at + 1))
}

/// Whether a text has a `\r` that ends a line by itself: editors and Puppet count its lines differently.
pub fn has_lone_cr(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Where lines start after the first one, as editors count them: after `\n`, `\r\n` and `\r`, in bytes.
pub fn editor_line_starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .map(|at| at + 1)
        .filter(|start| bytes.get(start - 1..=*start) != Some(b"\r\n"))
}

/// The characters of more than one byte in a text. Most parts of most texts have none.
fn wide_chars(bytes: &[u8]) -> Vec<WideChar> {
    let mut found = Vec::new();
    for (part, start) in bytes.chunks(PART).zip((0..).step_by(PART)) {
        if part.is_ascii() {
            continue;
        }
        let firsts = (start..).zip(part).filter(|(_, byte)| **byte >= 0xc0);
        found.extend(firsts.map(|(at, byte)| WideChar {
            start: size(at),
            len: match byte {
                0xf0.. => 4,
                0xe0.. => 3,
                _ => 2,
            },
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns counted the plain way.
    fn expected(text: &str, offset: usize, column: Column) -> LineCol {
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let part = &before[start..];
        let col = match column {
            Column::Bytes => part.len(),
            Column::Chars => part.chars().count(),
            Column::Utf16 => part.encode_utf16().count(),
        };
        LineCol {
            line: before.matches('\n').count() as u32,
            col: col as u32,
        }
    }

    const TEXTS: [&str; 8] = [
        "",
        "\n",
        "abc",
        "a\r\nb\r\n",
        "a\u{e9}\u{20ac}\u{1f600}b\n\u{1f600}\n\u{e9}",
        "\u{feff}x\n\n",
        "seven b\nand now a line of more than eight \u{7f}\u{80} bytes,\u{7ff} and more\u{ffff}\n",
        "\n\n\n\n\n\n\n\n\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}\n        \n",
    ];

    #[test]
    fn both_ways_at_every_character() {
        for text in TEXTS {
            let index = LineIndex::new(text);
            for column in [Column::Bytes, Column::Chars, Column::Utf16] {
                for offset in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                    let size = TextSize::new(offset as u32);
                    let at = index.line_col(size, column);
                    assert_eq!(
                        at,
                        expected(text, offset, column),
                        "{text:?} {offset} {column:?}"
                    );
                    assert_eq!(
                        index.offset(at, column),
                        Some(size),
                        "{text:?} {at:?} {column:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn positions_outside_are_moved_inside() {
        let index = LineIndex::new("a\u{1f600}b\ncd");
        let at = |line, col| {
            index
                .offset(LineCol { line, col }, Column::Utf16)
                .map(u32::from)
        };
        assert_eq!(at(0, 2), Some(1), "inside of a surrogate pair");
        assert_eq!(at(0, 99), Some(6), "after the end of the line");
        assert_eq!(at(1, u32::MAX), Some(9));
        assert_eq!(at(2, 0), None);
        assert_eq!(
            index.line_col(TextSize::new(3), Column::Bytes),
            LineCol { line: 0, col: 1 }
        );
        assert_eq!(
            index.line_col(TextSize::new(99), Column::Bytes),
            LineCol { line: 1, col: 2 }
        );
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line_for_editors() {
        let text = "a\rb\r\n\r\nc\r\r";
        let starts = |index: &LineIndex| -> Vec<u32> {
            index.line_starts.iter().map(|it| u32::from(*it)).collect()
        };
        assert_eq!(starts(&LineIndex::new(text)), [0, 5, 7]);
        let index = LineIndex::new_for_editor(text);
        assert_eq!(starts(&index), [0, 2, 5, 7, 9, 10]);
        assert_eq!(
            index.line_range(0),
            Some(TextRange::new(0.into(), 1.into()))
        );
        for plain in TEXTS {
            assert_eq!(LineIndex::new_for_editor(plain), LineIndex::new(plain));
            assert!(!has_lone_cr(plain.as_bytes()), "{plain:?}");
        }
        assert!(has_lone_cr(text.as_bytes()));
    }

    #[test]
    fn lines() {
        let index = LineIndex::new("a\nbc\n");
        assert_eq!(index.line_count(), 3);
        assert_eq!(
            index.line_range(1),
            Some(TextRange::new(2.into(), 4.into()))
        );
        assert_eq!(index.line_range(2), Some(TextRange::empty(5.into())));
        assert_eq!(index.line_range(3), None);
    }
}

//! Applying an editor's incremental changes to a document.

use puppet_ide::editor_line_starts;

use crate::lsp;
use crate::protocol::position_encoding::PositionEncoding;

/// How many bytes are searched for line breaks at once.
const PART: usize = 4096;

/// Applies the changes of one notification, each to the result of the one before. Ranges that lie outside the document
/// are moved inside: a client in error must not cost the user the rest of the session.
pub(crate) fn apply_changes(
    text: &mut String,
    changes: Vec<lsp::TextDocumentContentChangeEvent>,
    encoding: PositionEncoding,
) {
    for change in changes {
        match change.range {
            None => *text = change.text,
            Some(range) => {
                let line = line_start(text, 0, range.start.line);
                let start = offset(text, line, range.start.character, encoding);
                let end = match range.end.line.checked_sub(range.start.line) {
                    Some(lines) => {
                        let line = line_start(text, line, lines);
                        offset(text, line, range.end.character, encoding).max(start)
                    }
                    None => start,
                };
                text.replace_range(start..end, &change.text);
            }
        }
    }
}

/// Where the line starts that comes so many lines after the one that starts at an offset; the end of the text if there
/// are no more.
///
/// The line index of the analysis belongs to the text of the last write, so lines are counted here.
fn line_start(text: &str, from: usize, lines: u32) -> usize {
    let mut left = lines as usize;
    let mut start = from;
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    if memchr::memchr(b'\r', rest).is_some() {
        let at = left.checked_sub(1);
        let after = at.map(|before| editor_line_starts(rest).nth(before));
        return after.map_or(from, |found| found.map_or(text.len(), |at| from + at));
    }
    for part in rest.chunks(PART) {
        // To count is several times as fast as to find each.
        let count = memchr::memchr_iter(b'\n', part).count();
        if count >= left {
            break;
        }
        left -= count;
        start += part.len();
    }
    let Some(before) = left.checked_sub(1) else {
        return start;
    };
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let newline = memchr::memchr_iter(b'\n', rest).nth(before);
    newline.map_or(text.len(), |at| start + at + 1)
}

/// The byte offset of a column in the line that starts at an offset; the end of the line when it lies after.
fn offset(text: &str, start: usize, column: u32, encoding: PositionEncoding) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    let mut units = 0;
    for (at, character) in line.char_indices() {
        units += encoding.width(character);
        if units > column {
            return start + at;
        }
    }
    start + line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> lsp::TextDocumentContentChangeEvent {
        let range = lsp::Range::new(
            lsp::Position::new(from.0, from.1),
            lsp::Position::new(to.0, to.1),
        );
        lsp::TextDocumentContentChangeEvent {
            range: Some(range),
            range_length: None,
            text: text.into(),
        }
    }

    fn applied(
        text: &str,
        changes: Vec<lsp::TextDocumentContentChangeEvent>,
        encoding: PositionEncoding,
    ) -> String {
        let mut text = text.to_owned();
        apply_changes(&mut text, changes, encoding);
        text
    }

    #[test]
    fn columns_count_in_the_negotiated_encoding() {
        for (encoding, column) in [
            (PositionEncoding::Utf8, 5),
            (PositionEncoding::Utf16, 3),
            (PositionEncoding::Utf32, 2),
        ] {
            let changes = vec![change((1, column), (1, column + 1), "x")];
            assert_eq!(
                applied("é\n'😀b'\n", changes, encoding),
                "é\n'😀x'\n",
                "{encoding:?}"
            );
        }
    }

    #[test]
    fn each_change_applies_to_the_result_of_the_one_before() {
        let changes = vec![
            change((0, 0), (0, 0), "a\n"),
            change((1, 0), (1, 1), "b"),
            change((0, 0), (1, 0), ""),
        ];
        assert_eq!(applied("x", changes, PositionEncoding::Utf16), "b");
    }

    #[test]
    fn positions_outside_are_moved_inside() {
        for (change, expected) in [
            (change((0, 99), (0, 99), "!"), "ab!\r\ncd"),
            (change((9, 0), (9, 9), "!"), "ab\r\ncd!"),
            (change((1, 1), (1, 0), "!"), "ab\r\nc!d"),
            (change((0, 0), (1, u32::MAX), ""), ""),
        ] {
            assert_eq!(
                applied("ab\r\ncd", vec![change], PositionEncoding::Utf16),
                expected
            );
        }
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        for (text, change, expected) in [
            (
                "# a\rx\ny = 2\n",
                change((1, 0), (1, 0), "end "),
                "# a\rend x\ny = 2\n",
            ),
            ("\r", change((0, 1), (0, 1), "a"), "a\r"),
            ("\r", change((1, 0), (1, 0), "a"), "\ra"),
            ("a\r\r\nb", change((1, 0), (2, 0), ""), "a\rb"),
            ("a\rb\r\nc", change((0, 1), (2, 1), ""), "a"),
        ] {
            let result = applied(text, vec![change], PositionEncoding::Utf16);
            assert_eq!(result, expected, "{text:?}");
        }
    }

    #[test]
    fn a_change_without_range_is_the_whole_text() {
        let whole = lsp::TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: "new".into(),
        };
        assert_eq!(applied("old", vec![whole], PositionEncoding::Utf16), "new");
    }
}

//! The fixture mini-language: several files, a cursor and marks in one string.
//!
//! ```text
//! #- /modules/web/manifests/init.pp
//! class web(Integer $port) {
//!   notice($p$0ort)
//!         #^^^^^ Integer
//! }
//! #- /manifests/site.pp
//! include web
//! ```
//!
//! * A line `#- PATH` starts a file; without one, everything is `/manifests/site.pp`.
//! * `$0` is the cursor and is taken out of the text; a second one makes the two a selection. Write the match variable
//!   as `${0}` where it is meant.
//! * A comment line whose text starts with `^` marks what stands above it, in the nearest line that is no such comment:
//!   the carets say which characters, the rest of the line is the label. It stays in the text.

use std::ops::Range;

/// Where everything goes that stands before the first header.
pub const DEFAULT_PATH: &str = "/manifests/site.pp";

/// The files of a fixture, and where the cursor is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fixture {
    /// The files in the order they were written.
    pub files: Vec<FixtureFile>,
    /// The file (as an index into [`Self::files`]) with the cursor, and the selection as byte offsets; empty when there
    /// was one `$0`.
    pub selection: Option<(usize, Range<u32>)>,
}

/// One file of a fixture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixtureFile {
    /// The path in the header.
    pub path: String,
    /// The text without cursor signs.
    pub text: String,
    /// The marked places in the order of their lines.
    pub marks: Vec<Mark>,
}

/// A marked place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The bytes that the carets stand under.
    pub range: Range<u32>,
    /// The text after the carets, trimmed.
    pub label: String,
}

impl Fixture {
    /// Reads a fixture. Leading empty lines and the common indentation of string literals in tests are kept: start the
    /// text at the first column.
    ///
    /// # Panics
    /// When there are more than two `$0`: the test is wrong.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut fixture = Self::default();
        let mut cursors: Vec<(usize, u32)> = Vec::new();
        for (path, text) in split_files(text) {
            let index = fixture.files.len();
            let (text, found) = take_cursors(text);
            cursors.extend(found.into_iter().map(|offset| (index, offset)));
            let marks = marks(&text);
            fixture.files.push(FixtureFile {
                path: path.to_owned(),
                text,
                marks,
            });
        }
        fixture.selection = match cursors[..] {
            [] => None,
            [(file, at)] => Some((file, at..at)),
            [(file, start), (other, end)] if file == other => Some((file, start..end)),
            _ => panic!("a fixture has one cursor, or a selection in one file"),
        };
        fixture
    }

    /// The file (as an index) and byte offset of the cursor.
    ///
    /// # Panics
    /// When there is none: the test is wrong.
    #[must_use]
    pub fn cursor(&self) -> (usize, u32) {
        let (file, range) = self.selection.clone().expect("the fixture has a cursor");
        (file, range.end)
    }
}

fn split_files(text: &str) -> Vec<(&str, &str)> {
    let mut files = Vec::new();
    let mut path = None;
    let mut start = 0;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if let Some(header) = line.strip_prefix("#- ") {
            files.extend(file(path, &text[start..offset]));
            path = Some(header.trim());
            start = offset + line.len();
        }
        offset += line.len();
    }
    files.extend(file(path, &text[start..]));
    files
}

/// Blank text before the first header is no file.
fn file<'a>(path: Option<&'a str>, text: &'a str) -> Option<(&'a str, &'a str)> {
    match path {
        Some(path) => Some((path, text)),
        None => (!text.trim().is_empty()).then_some((DEFAULT_PATH, text)),
    }
}

fn take_cursors(text: &str) -> (String, Vec<u32>) {
    let mut clean = String::with_capacity(text.len());
    let mut cursors = Vec::new();
    for (index, part) in text.split("$0").enumerate() {
        if index > 0 {
            cursors.push(offset(clean.len()));
        }
        clean.push_str(part);
    }
    (clean, cursors)
}

/// The marks of a text: comment lines whose text starts with `^`.
#[must_use]
pub fn marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut marked: Option<(usize, &str)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        match caret_line(line) {
            None => marked = Some((start, line)),
            Some((column, width, label)) => {
                if let Some((line_start, line)) = marked {
                    let from = line_start + byte_of_column(line, column);
                    let to = line_start + byte_of_column(line, column + width);
                    marks.push(Mark {
                        range: offset(from)..offset(to),
                        label: label.to_owned(),
                    });
                }
            }
        }
        start += line.len();
    }
    marks
}

/// The first column (in characters) and the number of carets, and what follows them.
fn caret_line(line: &str) -> Option<(usize, usize, &str)> {
    let before = line.find('#')?;
    let comment = line[before + 1..].trim_start();
    if !line[..before].trim().is_empty() || !comment.starts_with('^') {
        return None;
    }
    let column = line[..line.len() - comment.len()].chars().count();
    let label = comment.trim_start_matches('^');
    Some((column, comment.len() - label.len(), label.trim()))
}

fn byte_of_column(line: &str, column: usize) -> usize {
    line.char_indices()
        .nth(column)
        .map_or(line.trim_end_matches(['\r', '\n']).len(), |(byte, _)| byte)
}

fn offset(position: usize) -> u32 {
    u32::try_from(position).expect("a fixture is small")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_a_header_is_the_site_manifest() {
        let fixture = Fixture::parse("$a = 1\nnotice($a$0)\n");
        assert_eq!(fixture.files.len(), 1);
        assert_eq!(fixture.files[0].path, DEFAULT_PATH);
        assert_eq!(fixture.files[0].text, "$a = 1\nnotice($a)\n");
        assert_eq!(fixture.cursor(), (0, 16));
    }

    #[test]
    fn headers_divide_files_and_two_cursors_select() {
        let fixture = Fixture::parse("\n#- /a.pp\n1\n#- /b.pp\n$02$0 + 3\n");
        let files: Vec<_> = fixture
            .files
            .iter()
            .map(|file| (&*file.path, &*file.text))
            .collect();
        assert_eq!(files, [("/a.pp", "1\n"), ("/b.pp", "2 + 3\n")]);
        assert_eq!(fixture.selection, Some((1, 0..1)));
    }

    #[test]
    fn carets_mark_characters_above_them() {
        let text = "  $é = b\n  #    ^ one\n#^ two\n";
        let marks = marks(text);
        assert_eq!(
            &text[marks[0].range.start as usize..marks[0].range.end as usize],
            "b"
        );
        assert_eq!(marks[0].label, "one");
        assert_eq!(
            &text[marks[1].range.start as usize..marks[1].range.end as usize],
            " "
        );
    }
}

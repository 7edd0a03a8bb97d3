//! The most likely end of a heredoc whose end tag is missing.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use puppet_text::occurrences;

use crate::heredoc::is_blank;
use crate::lexer::heredoc::BodyLines;

/// Words with which a line of code starts, with a space after it.
const WORDS: [&str; 10] = [
    "class", "define", "function", "node", "plan", "type", "include", "contain", "require",
    "realize",
];

/// Words of lines that end with `{`.
const CONDITIONS: [&str; 3] = ["if", "unless", "case"];

/// The end of a text in this range: a line that nearly is the tag, else one that ends a text with another tag, else the
/// first line that belongs to the code around the tag, else the end of the range.
pub(crate) fn end(
    text: &str,
    range: Range<usize>,
    tag: &str,
    tag_start: usize,
) -> Option<BodyLines> {
    let body = text.get(range)?;
    let indent = indent_of_code(text, tag_start);
    let near = || {
        let mut places = occurrences(body, tag).map(|at| line_around(body, at));
        places.find_map(|line| line.ends_at(near_miss_len(body.get(line.range())?, tag)?))
    };
    let other = || {
        let mut places = memchr_iter(b'|', body.as_bytes()).map(|at| line_around(body, at));
        places.find_map(|line| {
            let before = body.get(..line.start)?;
            line.ends_at(other_end_len(body.get(line.range())?, before)?)
        })
    };
    let code = || {
        let mut lines = lines(body);
        let line = lines.find(|line| is_code(body.get(line.range()).unwrap_or_default(), indent));
        line?.ends_at(0)
    };
    Some(near().or_else(other).or_else(code).unwrap_or(BodyLines {
        text_len: body.len(),
        end: body.len(),
        next: body.len(),
    }))
}

/// A line of a text, with its line break.
#[derive(Debug, Clone, Copy)]
struct TextLine {
    start: usize,
    end: usize,
}

impl TextLine {
    fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The lines of a heredoc whose text ends before this line, of which so much belongs to it.
    fn ends_at(self, len: usize) -> Option<BodyLines> {
        Some(BodyLines {
            text_len: self.start,
            end: self.start + len,
            next: self.end,
        })
    }
}

/// The line that starts at an offset.
fn line_from(text: &str, start: usize) -> TextLine {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let end = memchr(b'\n', rest).map_or(text.len(), |at| start + at + 1);
    TextLine { start, end }
}

fn line_around(text: &str, offset: usize) -> TextLine {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    line_from(text, memrchr(b'\n', before).map_or(0, |at| at + 1))
}

fn lines(text: &str) -> impl Iterator<Item = TextLine> {
    let first = (!text.is_empty()).then(|| line_from(text, 0));
    std::iter::successors(first, |line| {
        (line.end < text.len()).then(|| line_from(text, line.end))
    })
}

/// How much of a line is the tag in other letters, or the tag followed by more: `| end`, `END,`.
fn near_miss_len(line: &str, tag: &str) -> Option<usize> {
    let start = start_of_word(line);
    let word = line.get(start..)?.get(..tag.len())?;
    if !word.eq_ignore_ascii_case(tag) {
        return None;
    }
    let rest = line.get(start + tag.len()..)?.trim_end();
    let ends = rest
        .chars()
        .all(|ch| is_blank(ch) || ch.is_ascii_punctuation());
    ends.then_some(start + tag.len())
}

/// How much of a line ends a text with another tag, `| OTHER`: the tag was changed. Unless that is the tag of another
/// heredoc, which stands before the line.
fn other_end_len(line: &str, before: &str) -> Option<usize> {
    let bar = spaces(line);
    if line.as_bytes().get(bar) != Some(&b'|') {
        return None;
    }
    let start = start_of_word(line);
    let word = line.get(start..)?.trim_end();
    let is_tag = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let is_other = !word.is_empty() && word.bytes().all(is_tag);
    let mut tags = before.match_indices("@(").map(|it| it.0 + 2);
    let is_of_another = |at: usize| {
        let tag = before.get(at..).unwrap_or_default();
        tag.trim_start_matches([' ', '\t', '"']).starts_with(word)
    };
    (is_other && !tags.any(is_of_another)).then_some(start + word.len())
}

/// Where the tag starts in a line that ends a text: after spaces, `|` and `-`.
fn start_of_word(line: &str) -> usize {
    let is_before = |byte: &u8| matches!(*byte, b' ' | b'\t' | b'|' | b'-');
    line.bytes().take_while(is_before).count()
}

/// How many spaces a line starts with.
fn spaces(line: &str) -> usize {
    let is_blank = |byte: &u8| matches!(*byte, b' ' | b'\t');
    line.bytes().take_while(is_blank).count()
}

/// Whether a line looks like code that is not indented more than the code around the tag.
fn is_code(line: &str, indent: usize) -> bool {
    let spaces = spaces(line);
    let code = line.get(spaces..).unwrap_or_default();
    spaces <= indent && starts_code(code.trim_end())
}

fn starts_code(line: &str) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(*byte, b'_' | b':');
    let word = line.bytes().take_while(is_name).count();
    let (word, rest) = line.split_at(word);
    match line.as_bytes().first() {
        Some(b'}') => true,
        Some(b'-' | b'~') => line.starts_with("-> ") || line.starts_with("~> "),
        Some(b'$') => starts_with_variable(line),
        Some(first) if first.is_ascii_uppercase() => rest.starts_with(['[', '<', '{']),
        Some(first) if first.is_ascii_lowercase() || *first == b':' => {
            let after = rest.trim_start();
            rest.starts_with('(')
                || after.starts_with("=>")
                || is_resource(after)
                || rest.starts_with([' ', '\t']) && WORDS.contains(&word)
                || line.ends_with('{') && CONDITIONS.contains(&word)
        }
        _ => false,
    }
}

/// Whether a brace starts a resource: with a title, or nothing after it.
fn is_resource(after: &str) -> bool {
    let title = after.strip_prefix('{').map(str::trim_start);
    title.is_some_and(|it| it.is_empty() || it.starts_with(['\'', '"', '$', '[']))
}

/// Whether a line assigns to a variable, or calls a function with it.
fn starts_with_variable(line: &str) -> bool {
    let is_name = |ch: char| ch.is_ascii_alphanumeric() || ch == '_' || ch == ':';
    let rest = line.get(1..).unwrap_or_default();
    let after = rest.trim_start_matches(is_name);
    let is_named = after.len() < rest.len();
    is_named && [" =", " +=", "."].iter().any(|it| after.starts_with(it))
}

/// How far the code around an offset is indented: its line, or the one before it.
fn indent_of_code(text: &str, offset: usize) -> usize {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = spaces(&text[start..]);
    let before = text[..start].trim_end();
    let last = before.rsplit('\n').next().unwrap_or_default();
    line.max(spaces(last))
}

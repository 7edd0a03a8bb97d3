//! The position of a cursor in an incomplete data file, from the lines around it.

use puppet_project::hiera::Format;
use puppet_text::{TextRange, TextSize};

pub use crate::dataflow::type_path::PathSegment;

/// A cursor in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlContext {
    /// From the top of the file to what the cursor is in.
    pub path: Vec<PathSegment>,
    /// What is typed at the cursor.
    pub slot: YamlPosition,
    /// The incomplete text.
    pub replace: TextRange,
    /// The quote in which it stands.
    pub quote: Option<char>,
    /// It stands between brackets, where keys and values share lines.
    pub is_flow: bool,
}

/// What belongs at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlPosition {
    /// A key of a mapping, or a value on a line of its own.
    Key {
        /// The keys that are there already.
        taken: Vec<String>,
        /// The colon stands after it.
        has_colon: bool,
    },
    /// A value, directly after the colon of its key if a space is to be written first.
    Value {
        /// Whether a space is missing before the value.
        needs_space: bool,
    },
    /// Inside of `%{…}`, with what stands there before the cursor.
    Interpolation(String),
}

/// The cursor at an offset; nothing in comments and plain text.
pub fn cursor_at(text: &str, offset: TextSize, format: Format) -> Option<YamlContext> {
    let offset = usize::from(offset);
    let before = text.get(..offset)?;
    match format {
        Format::Json => in_brackets(text, 0, offset, Vec::new()),
        Format::Yaml => in_lines(text, before),
    }
}

/// What a line of YAML starts with.
#[derive(Debug, Clone, PartialEq, Eq)]
enum YamlMark {
    Dash,
    /// A key, and the offset in the line of what follows its colon.
    Key(String, usize),
}

/// The dashes and the key at the start of a line, with their columns, and the column after them.
fn elements(line: &str) -> (Vec<(usize, YamlMark)>, usize) {
    let mut at = line.len() - line.trim_start_matches(' ').len();
    let mut found = Vec::new();
    while let Some(rest) = line.get(at..).and_then(|rest| rest.strip_prefix('-')) {
        let content = rest.trim_start_matches(' ');
        let spaces = rest.len() - content.len();
        if spaces == 0 && !rest.trim_end().is_empty() {
            break;
        }
        found.push((at, YamlMark::Dash));
        at += 1 + spaces;
    }
    if let Some((key, after)) = key_of(line.get(at..).unwrap_or_default()) {
        found.push((at, YamlMark::Key(key, at + after)));
    }
    (found, at)
}

/// The key at the start of a text, and where its value may start.
fn key_of(text: &str) -> Option<(String, usize)> {
    let first = text.chars().next()?;
    if "#[{%&*!|>@`".contains(first) {
        return None;
    }
    if let quote @ ('\'' | '"') = first {
        let end = text.get(1..)?.find(quote)? + 1;
        let after = text.get(end + 1..)?;
        let is_key = after.strip_prefix(':')?;
        let ends = is_key.is_empty() || is_key.starts_with([' ', '\r']);
        return ends.then(|| (text.get(1..end).unwrap_or_default().to_owned(), end + 2));
    }
    let line = text.trim_end();
    let end = line
        .find(": ")
        .or_else(|| line.ends_with(':').then(|| line.len() - 1))?;
    let key = line.get(..end)?;
    (!key.is_empty() && !key.contains(" #")).then(|| (key.to_owned(), end + 1))
}

fn is_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#') || line.starts_with("---")
}

fn in_lines(text: &str, before: &str) -> Option<YamlContext> {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let prefix = before.get(line_start..)?;
    let rest = text.get(before.len()..)?;
    let rest_of_line = rest.lines().next().unwrap_or_default();
    if prefix.trim_start().starts_with('#') {
        return None;
    }
    let (here, column) = elements(prefix);
    let above = Ancestors::read(text.get(..line_start)?, &here, column);
    let mut path = above.path;
    let key = match here.last() {
        Some((_, YamlMark::Key(key, after))) => Some((key, *after)),
        _ => None,
    };
    let inside = prefix.get(column.min(prefix.len())..)?;
    if let Some(found) = interpolation(inside, &path, before.len()) {
        return Some(found);
    }
    if above.is_text {
        return None;
    }
    // A word that ends with a colon may be the first half of a name with two of them.
    let key = key.filter(|(key, after)| {
        let is_open = prefix.len() == *after && prefix.ends_with(':');
        let is_within = prefix.ends_with("::") || rest_of_line.starts_with(':');
        let may_continue = path.is_empty() && rest_of_line.trim().is_empty() && !key.contains("::");
        !(is_open && (is_within || may_continue))
    });
    let Some((key, after)) = key else {
        if inside.starts_with(['[', '{']) {
            return in_brackets(text, line_start + column, before.len(), path);
        }
        return Some(key_slot(
            &Line {
                inside,
                rest: rest_of_line,
                at: line_start + column,
                cursor: before.len(),
            },
            path,
            taken(text, line_start, &above.siblings, column),
        ));
    };
    path.push(PathSegment::Key(key.clone()));
    let value = prefix.get(after..)?;
    let spaces = value.len() - value.trim_start().len();
    let mut found = in_brackets(text, line_start + after + spaces, before.len(), path)?;
    if let YamlPosition::Value { needs_space } = &mut found.slot {
        *needs_space = value.is_empty();
    }
    // A comment after the value.
    (!value.contains(" #")).then_some(found)
}

struct Line<'t> {
    /// What stands before the cursor, after dashes.
    inside: &'t str,
    /// What follows the cursor.
    rest: &'t str,
    /// Where `inside` starts.
    at: usize,
    cursor: usize,
}

fn key_slot(line: &Line<'_>, path: Vec<PathSegment>, taken: Vec<String>) -> YamlContext {
    let quote = line.inside.chars().next().filter(|c| "'\"".contains(*c));
    let start = line.at + quote.map_or(0, char::len_utf8);
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_:.-".contains(c);
    let end = line.rest.find(|c| !is_word(c)).unwrap_or(line.rest.len());
    let word = line.rest.get(..end).unwrap_or_default();
    let after = line.rest.get(end..).unwrap_or_default();
    let after = after.trim_start_matches(['\'', '"']);
    let has_colon = word.ends_with(':') || after.starts_with(':');
    let word = word.strip_suffix(':').unwrap_or(word);
    YamlContext {
        path,
        slot: YamlPosition::Key { taken, has_colon },
        replace: range(start, line.cursor + word.len()),
        quote,
        is_flow: false,
    }
}

/// What stands above a line, up to the left margin.
struct Ancestors {
    path: Vec<PathSegment>,
    /// The keys of the mapping that the line is part of.
    siblings: Vec<String>,
    /// The line is part of a text of several lines.
    is_text: bool,
}

impl Ancestors {
    fn read(above: &str, here: &[(usize, YamlMark)], column: usize) -> Self {
        let mut steps: Vec<PathSegment> = Vec::new();
        let (mut siblings, mut is_text) = (Vec::new(), false);
        let dashes = here.iter().rev().filter(|(_, it)| *it == YamlMark::Dash);
        let mut limit = column;
        let mut is_dash = false;
        for (column, _) in dashes {
            steps.push(PathSegment::Item(0));
            (limit, is_dash) = (*column, true);
        }
        for line in above.lines().rev() {
            if limit == 0 && !is_dash && steps.is_empty() && !line.starts_with([' ', '-']) {
                // At the left margin, only keys are left to be found.
            } else if limit == 0 && !is_dash {
                break;
            }
            if is_nothing(line) {
                continue;
            }
            let (elements, _) = elements(line);
            for (column, element) in elements.into_iter().rev() {
                match element {
                    YamlMark::Key(key, after) if column < limit || column == limit && is_dash => {
                        let value = line.get(after..).unwrap_or_default().trim();
                        is_text |= value.starts_with(['|', '>']);
                        steps.push(PathSegment::Key(key));
                        (limit, is_dash) = (column, false);
                    }
                    YamlMark::Key(key, _) if column == limit && steps.is_empty() => {
                        siblings.push(key);
                    }
                    YamlMark::Dash if column < limit => {
                        steps.push(PathSegment::Item(0));
                        (limit, is_dash) = (column, true);
                    }
                    YamlMark::Dash if column == limit && is_dash => {
                        if let Some(PathSegment::Item(index)) = steps.last_mut() {
                            *index += 1;
                        }
                    }
                    YamlMark::Key(..) | YamlMark::Dash => {}
                }
            }
        }
        steps.reverse();
        Self {
            path: steps,
            siblings,
            is_text,
        }
    }
}

/// The keys of a mapping: those above, and those that follow at the same margin.
fn taken(text: &str, line_start: usize, above: &[String], column: usize) -> Vec<String> {
    let mut taken = above.to_vec();
    let below = text.get(line_start..).unwrap_or_default();
    for line in below.lines().skip(1).filter(|line| !is_nothing(line)) {
        let (elements, _) = elements(line);
        let Some((at, element)) = elements.into_iter().next() else {
            continue;
        };
        if at < column {
            break;
        }
        if let YamlMark::Key(key, _) = element
            && at == column
        {
            taken.push(key);
        }
    }
    taken
}

/// A `%{` before the cursor that is not closed.
fn interpolation(inside: &str, path: &[PathSegment], cursor: usize) -> Option<YamlContext> {
    let start = inside.rfind("%{")?;
    let expression = inside.get(start + 2..)?;
    if expression.contains('}') {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_:-".contains(c);
    let word = expression.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    let word = expression.get(word..).unwrap_or_default();
    Some(YamlContext {
        path: path.to_vec(),
        slot: YamlPosition::Interpolation(expression.to_owned()),
        replace: range(cursor - word.len(), cursor),
        quote: None,
        is_flow: false,
    })
}

/// A bracket that is open.
enum OpenBracket {
    List(usize),
    Mapping {
        key: Option<String>,
        taken: Vec<String>,
    },
}

/// A value in brackets, or any text of JSON, from its start to the cursor.
fn in_brackets(
    text: &str,
    start: usize,
    cursor: usize,
    path: Vec<PathSegment>,
) -> Option<YamlContext> {
    let value = text.get(start..cursor).unwrap_or_default();
    let mut frames: Vec<OpenBracket> = Vec::new();
    let mut token = 0;
    let mut quote: Option<char> = None;
    let mut chars = value.char_indices();
    while let Some((at, c)) = chars.next() {
        if let Some(open) = quote {
            match c {
                '\\' if open == '"' => drop(chars.next()),
                c if c == open => quote = None,
                _ => {}
            }
            continue;
        }
        let word = value.get(token..at).unwrap_or_default().trim();
        match c {
            '\'' | '"' if word.is_empty() => quote = Some(c),
            '[' if word.is_empty() => frames.push(OpenBracket::List(0)),
            '{' if word.is_empty() => frames.push(OpenBracket::Mapping {
                key: None,
                taken: Vec::new(),
            }),
            ']' | '}' if !frames.is_empty() => drop(frames.pop()),
            ',' => match frames.last_mut() {
                Some(OpenBracket::List(index)) => *index += 1,
                Some(OpenBracket::Mapping { key, .. }) => *key = None,
                None => continue,
            },
            ':' => match frames.last_mut() {
                Some(OpenBracket::Mapping { key, taken }) if key.is_none() => {
                    let next = value.get(at + 1..).unwrap_or_default();
                    let is_quoted = word.ends_with(['\'', '"']);
                    if !is_quoted && !next.is_empty() && !next.starts_with(' ') {
                        continue;
                    }
                    let name = word.trim_matches(['\'', '"']).to_owned();
                    taken.push(name.clone());
                    *key = Some(name);
                }
                _ => continue,
            },
            _ => continue,
        }
        token = match quote {
            Some(_) => at,
            None => at + 1,
        };
    }
    let written = value.get(token..).unwrap_or_default();
    if let Some(found) = interpolation(written, &path, cursor) {
        return Some(found);
    }
    let trimmed = written.trim_start();
    let quote = quote.filter(|quote| trimmed.starts_with(*quote));
    let word = &trimmed[quote.map_or(0, char::len_utf8)..];
    // A quoted word is whole, and something must come between.
    if quote.is_none() && trimmed.len() > 1 && trimmed.ends_with(['\'', '"', ']', '}']) {
        return None;
    }
    let slot = match frames.last() {
        Some(OpenBracket::Mapping { key: None, taken }) => YamlPosition::Key {
            taken: taken.clone(),
            has_colon: has_colon(text, cursor),
        },
        _ => YamlPosition::Value { needs_space: false },
    };
    let is_flow = !frames.is_empty();
    let mut path = path;
    path.extend(frames.into_iter().filter_map(|frame| match frame {
        OpenBracket::List(index) => Some(PathSegment::Item(index)),
        OpenBracket::Mapping { key, .. } => key.map(PathSegment::Key),
    }));
    let rest = text.get(cursor..).unwrap_or_default();
    let end = end_of_word(rest, word.ends_with(':') && !word.ends_with("::"));
    Some(YamlContext {
        path,
        slot,
        replace: range(cursor - word.len(), cursor + end),
        quote,
        is_flow,
    })
}

/// Where a word ends of which the rest is given, perhaps from between its two colons on.
fn end_of_word(rest: &str, is_within: bool) -> usize {
    let is_end = |c: char| c.is_whitespace() || ",]}'\":".contains(c);
    let mut end = usize::from(is_within && rest.starts_with(':'));
    loop {
        let next = rest.get(end..).unwrap_or_default();
        end += next.find(is_end).unwrap_or(next.len());
        match rest.get(end..).is_some_and(|it| it.starts_with("::")) {
            true => end += "::".len(),
            false => return end,
        }
    }
}

/// Whether the word at the cursor is a key with its colon.
fn has_colon(text: &str, cursor: usize) -> bool {
    let rest = text.get(cursor..).unwrap_or_default();
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_.-".contains(c));
    let rest = rest.trim_start_matches(['\'', '"']);
    rest.trim_start_matches(' ').starts_with(':')
}

fn range(start: usize, end: usize) -> TextRange {
    let size = |at: usize| TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    TextRange::new(size(start.min(end)), size(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path, the slot and the incomplete text at `$0`.
    fn shown(marked: &str, format: Format) -> String {
        let at = marked.find("$0").expect("a cursor");
        let text = marked.replacen("$0", "", 1);
        let offset = TextSize::new(u32::try_from(at).expect("a short text"));
        let Some(cursor) = cursor_at(&text, offset, format) else {
            return "nothing".to_owned();
        };
        let path: Vec<String> = cursor
            .path
            .iter()
            .map(|step| match step {
                PathSegment::Key(key) => key.clone(),
                PathSegment::Item(index) => index.to_string(),
            })
            .collect();
        let slot = match &cursor.slot {
            YamlPosition::Key { taken, has_colon } => {
                format!("key{} but {taken:?}", if *has_colon { ":" } else { "" })
            }
            YamlPosition::Value { needs_space: true } => "value after colon".to_owned(),
            YamlPosition::Value { .. } => "value".to_owned(),
            YamlPosition::Interpolation(before) => format!("interpolation {before}"),
        };
        format!("/{} {slot} {:?}", path.join("/"), &text[cursor.replace])
    }

    #[test]
    fn places_in_yaml() {
        for (text, expected) in [
            ("$0", "/ key but [] \"\""),
            ("a: 1\nnt$0\nb: 2\n", "/ key but [\"a\", \"b\"] \"nt\""),
            ("ntp:$0", "/ key but [] \"ntp:\""),
            ("ntp::ser$0vers: 1", "/ key: but [] \"ntp::servers\""),
            ("ntp::x: $0", "/ntp::x value \"\""),
            ("ntp::x:$0", "/ntp::x value after colon \"\""),
            ("ntp::x: tr$0ue\n", "/ntp::x value \"true\""),
            ("ntp::x: 'a$0'\n", "/ntp::x value \"a\""),
            (
                "a::x:\n  b: 1\n  $0\n  c: 2\nd: 3\n",
                "/a::x key but [\"b\", \"c\"] \"\"",
            ),
            ("a::x:\n  b:\n    c: $0", "/a::x/b/c value \"\""),
            ("a::x:\n  - b\n  - $0", "/a::x/1 key but [] \"\""),
            (
                "a::x:\n- b\n- c: 1\n  d$0\n",
                "/a::x/1 key but [\"c\"] \"d\"",
            ),
            ("a::x: [one, $0", "/a::x/1 value \"\""),
            ("a::x: {b: 1, $0", "/a::x key but [\"b\"] \"\""),
            ("a::x: {b: [{c: $0", "/a::x/b/0/c value \"\""),
            ("a: \"x %{facts.o$0\"\n", "/ interpolation facts.o \"o\""),
            (
                "a: \"%{lookup('b::$0')}\"",
                "/ interpolation lookup('b:: \"b::\"",
            ),
            ("# a$0", "nothing"),
            ("a: b # $0", "nothing"),
            ("a: |\n  text $0\n", "nothing"),
            ("a: |\n  text %{$0\n", "/a interpolation  \"\""),
            ("a::x:\n  - b::$0", "/a::x/0 key but [] \"b::\""),
            ("a::x:\n  - b::$0c\n", "/a::x/0 key but [] \"b::c\""),
            ("a:$0:x: 1", "/ key: but [] \"a::x\""),
            ("a::x: [b::$0c::d, e]", "/a::x/0 value \"b::c::d\""),
            ("broken: [1\nother: '\nx::y: $0", "/x::y value \"\""),
        ] {
            assert_eq!(shown(text, Format::Yaml), expected, "{text}");
        }
    }

    #[test]
    fn places_in_json() {
        for (text, expected) in [
            ("{$0", "/ key but [] \"\""),
            ("{\"a::b\": 1, \"c$0\"}", "/ key but [\"a::b\"] \"c\""),
            ("{\"a:$0:b\": 1}", "/ key: but [] \"a::b\""),
            ("{\"a::$0b\": 1}", "/ key: but [] \"a::b\""),
            ("{\"a::b\": tr$0", "/a::b value \"tr\""),
            ("{\"a::b\": {\"x\": [\"$0", "/a::b/x/0 value \"\""),
            ("{\"a::b\": \"%{fa$0\"", "/ interpolation fa \"fa\""),
        ] {
            assert_eq!(shown(text, Format::Json), expected, "{text}");
        }
    }
}

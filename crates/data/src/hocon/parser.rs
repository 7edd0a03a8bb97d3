//! The parser of HOCON.

use puppet_text::{TextRange, TextSize};

use super::{HoconError, HoconKind, HoconNode, ObjectField, add, error};
use crate::Scalar;

/// The deepest nesting of values.
const MAX_DEPTH: usize = 200;

/// What ends an unquoted text.
const RESERVED: &str = "$\"{}[]:=,+#`^?!@*&\\";

type HoconResult<T> = Result<T, HoconError>;

pub(super) struct HoconParser<'t> {
    text: &'t str,
    at: usize,
    /// What stands before the text.
    shift: usize,
    depth: usize,
}

impl<'t> HoconParser<'t> {
    pub(super) fn new(text: &'t str, shift: usize) -> Self {
        Self {
            text,
            at: 0,
            shift,
            depth: 0,
        }
    }

    /// The whole text: an object, with or without braces, or a list.
    pub(super) fn root(mut self) -> HoconResult<HoconNode> {
        self.skip_lines();
        let start = self.at;
        let node = match self.peek() {
            Some('{' | '[') => self.collection()?,
            _ => {
                let fields = self.fields(None)?;
                HoconNode {
                    kind: HoconKind::Object(fields),
                    range: self.range(start),
                }
            }
        };
        self.skip_lines();
        if self.at < self.text.len() {
            return error("Unexpected text after the end", self.range(self.at));
        }
        Ok(node)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn range(&self, start: usize) -> TextRange {
        let size = |at: usize| TextSize::new(u32::try_from(at + self.shift).unwrap_or(u32::MAX));
        TextRange::new(size(start), size(self.at.max(start)))
    }

    /// Skips white space within a line, and a comment at its end.
    fn skip_spaces(&mut self) {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
        self.at += rest.len() - trimmed.len();
        if trimmed.starts_with('#') || trimmed.starts_with("//") {
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// Skips white space and comments; whether there was an end of a line.
    fn skip_lines(&mut self) -> bool {
        let start = self.at;
        loop {
            self.skip_spaces();
            if !self.eat("\n") {
                return self
                    .text
                    .get(start..self.at)
                    .is_some_and(|text| text.contains('\n'));
            }
        }
    }

    /// Between two entries: a comma or the end of a line.
    fn separator(&mut self) -> bool {
        let has_line = self.skip_lines();
        let has_comma = self.eat(",");
        self.skip_lines();
        has_line || has_comma
    }

    fn collection(&mut self) -> HoconResult<HoconNode> {
        let start = self.at;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error("Values are nested too deeply", self.range(start));
        }
        let kind = if self.eat("{") {
            HoconKind::Object(self.fields(Some('}'))?)
        } else {
            self.eat("[");
            HoconKind::List(self.elements()?)
        };
        self.depth -= 1;
        Ok(HoconNode {
            kind,
            range: self.range(start),
        })
    }

    fn elements(&mut self) -> HoconResult<Vec<HoconNode>> {
        let mut elements = Vec::new();
        self.skip_lines();
        loop {
            if self.eat("]") {
                return Ok(elements);
            }
            elements.push(self.value()?);
            if !self.separator() && self.peek() != Some(']') {
                return error("Expected ',' or ']'", self.range(self.at));
            }
        }
    }

    /// The entries of an object up to its brace, or the end of the text.
    fn fields(&mut self, end: Option<char>) -> HoconResult<Vec<ObjectField>> {
        let mut fields = Vec::new();
        self.skip_lines();
        loop {
            match (self.peek(), end) {
                (None, None) => return Ok(fields),
                (None, Some(_)) => return error("Expected '}'", self.range(self.at)),
                (Some(c), Some(end)) if c == end => {
                    self.eat("}");
                    return Ok(fields);
                }
                _ => {}
            }
            let field = self.field()?;
            add(&mut fields, field);
            if !self.separator() && self.peek().is_some_and(|c| Some(c) != end) {
                return error("Expected ',' or the end of the line", self.range(self.at));
            }
        }
    }

    fn field(&mut self) -> HoconResult<ObjectField> {
        let start = self.at;
        let path = self.path(&[':', '=', '{', '+'])?;
        let key_range = self.range(start);
        if path.len() == 1
            && path.first().is_some_and(|name| name.starts_with("include"))
            && self.peek() == Some('"')
        {
            return Err(HoconError::Outside("another file is included".to_owned()));
        }
        self.skip_spaces();
        let is_appended = self.eat("+=");
        let has_sign = is_appended || self.eat(":") || self.eat("=");
        if !has_sign && self.peek() != Some('{') {
            return error("Expected ':', '=' or '{' after the key", self.range(start));
        }
        self.skip_lines();
        let value = self.value()?;
        let value = if is_appended {
            appended(&path, value)
        } else {
            value
        };
        nested(path, key_range, value).map_or_else(|| error("Expected a key", key_range), Ok)
    }

    /// A path: parts with dots between them, each quoted or not.
    fn path(&mut self, ends: &[char]) -> HoconResult<Vec<String>> {
        let start = self.at;
        let mut parts = Vec::new();
        let mut part = String::new();
        let mut is_quoted = false;
        while let Some(c) = self.peek() {
            match c {
                '"' if parts.is_empty() && part.trim_end() == "include" => break,
                '"' => {
                    part.push_str(&self.quoted()?);
                    is_quoted = true;
                }
                '.' => {
                    self.eat(".");
                    parts.push(std::mem::take(&mut part));
                }
                c if ends.contains(&c) || c == '\n' || RESERVED.contains(c) => break,
                _ if self.rest().starts_with("//") => break,
                c => {
                    part.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        parts.push(part.trim_end().to_owned());
        if parts.iter().any(String::is_empty) && !is_quoted {
            return error("Expected a key", self.range(start));
        }
        Ok(parts)
    }

    /// A value with all parts that stand side by side.
    fn value(&mut self) -> HoconResult<HoconNode> {
        let start = self.at;
        let mut parts: Vec<HoconNode> = Vec::new();
        loop {
            let before = self.at;
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
            let is_end = |c: char| matches!(c, '\n' | ',' | ']' | '}' | '#');
            if trimmed.is_empty() || trimmed.starts_with(is_end) || trimmed.starts_with("//") {
                break;
            }
            if trimmed.len() < rest.len() && !parts.is_empty() {
                self.at += rest.len() - trimmed.len();
                let space = rest[..rest.len() - trimmed.len()].to_owned();
                parts.push(HoconNode {
                    kind: HoconKind::Space(space),
                    range: self.range(before),
                });
            }
            self.skip_spaces();
            parts.push(self.part()?);
        }
        match parts.len() {
            0 => error("Expected a value", self.range(start)),
            1 => Ok(parts.remove(0)),
            _ => Ok(HoconNode {
                kind: HoconKind::Concatenation(parts),
                range: self.range(start),
            }),
        }
    }

    fn part(&mut self) -> HoconResult<HoconNode> {
        let start = self.at;
        let kind = match self.peek() {
            Some('{' | '[') => return self.collection(),
            Some('"') => {
                let text = self.quoted()?;
                HoconKind::Scalar(Scalar::String(text.clone()), text)
            }
            Some('$') => self.substitution()?,
            _ => self.unquoted()?,
        };
        Ok(HoconNode {
            kind,
            range: self.range(start),
        })
    }

    fn substitution(&mut self) -> HoconResult<HoconKind> {
        let start = self.at;
        if !self.eat("${") {
            return error("Expected '{' after '$'", self.range(start));
        }
        let is_optional = self.eat("?");
        self.skip_spaces();
        let path = self.path(&['}'])?;
        if !self.eat("}") {
            return error(
                "Expected '}' at the end of a substitution",
                self.range(start),
            );
        }
        Ok(HoconKind::Substitution { path, is_optional })
    }

    fn unquoted(&mut self) -> HoconResult<HoconKind> {
        let start = self.at;
        let rest = self.rest();
        let end = rest
            .char_indices()
            .find(|(at, c)| {
                c.is_whitespace()
                    || RESERVED.contains(*c) && !is_in_number(rest, *at, *c)
                    || rest[*at..].starts_with("//")
            })
            .map_or(rest.len(), |(at, _)| at);
        self.at += end;
        let text = &rest[..end];
        if text.is_empty() {
            return error("Expected a value", self.range(start));
        }
        let scalar = match text {
            "true" => Scalar::Boolean(true),
            "false" => Scalar::Boolean(false),
            "null" => Scalar::Null,
            text => match number(text) {
                Some(number) => Scalar::Number(number),
                None => Scalar::String(text.to_owned()),
            },
        };
        Ok(HoconKind::Scalar(scalar, text.to_owned()))
    }

    /// A text in quotes, or in three of them.
    fn quoted(&mut self) -> HoconResult<String> {
        let start = self.at;
        if self.eat("\"\"\"") {
            let rest = self.rest();
            let Some(end) = rest.find("\"\"\"") else {
                return error("Expected '\"\"\"' at the end of a text", self.range(start));
            };
            // More quotes at the end are of the text.
            let more = rest[end + 3..].len() - rest[end + 3..].trim_start_matches('"').len();
            self.at += end + more + 3;
            return Ok(rest[..end + more].to_owned());
        }
        let rest = self.rest();
        let mut is_escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let is_end = *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_end
        });
        let Some((end, _)) = end else {
            return error("Expected '\"' at the end of a text", self.range(start));
        };
        self.at += end + 1;
        let parsed = crate::json::parse(&rest[..=end]).ok();
        match parsed.as_ref().and_then(|value| value.as_str()) {
            Some(text) => Ok(text.to_owned()),
            None => error("A text with a wrong escape", self.range(start)),
        }
    }
}

/// `1e+3`: the sign of an exponent does not end a number.
fn is_in_number(text: &str, at: usize, c: char) -> bool {
    c == '+' && is_number(&format!("{}+1", &text[..at]))
}

/// The number that a text is, to the base of ten. One without a fraction is an integer, however it is written
/// (`ConfigNumber.new_number`), and one that starts with a zero is octal (`Integer` of Ruby).
fn number(text: &str) -> Option<String> {
    if !is_number(text) {
        return None;
    }
    if text.contains(['.', 'e', 'E']) {
        let value: f64 = text.parse().ok()?;
        let is_whole = value.fract() == 0.0 && value.abs() < 9e18;
        return Some(match is_whole {
            true => format!("{value:.0}"),
            false => text.to_owned(),
        });
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    match digits.strip_prefix('0').filter(|octal| !octal.is_empty()) {
        Some(octal) => Some((sign * i64::from_str_radix(octal, 8).ok()?).to_string()),
        None => Some(text.to_owned()),
    }
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    unsigned.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

/// `a += 1` is `a = ${?a} [1]`.
fn appended(path: &[String], value: HoconNode) -> HoconNode {
    let range = value.range;
    let own = HoconNode {
        kind: HoconKind::Substitution {
            path: path.to_vec(),
            is_optional: true,
        },
        range,
    };
    let list = HoconNode {
        kind: HoconKind::List(vec![value]),
        range,
    };
    HoconNode {
        kind: HoconKind::Concatenation(vec![own, list]),
        range,
    }
}

/// `a.b = 1` is `a { b = 1 }`.
fn nested(path: Vec<String>, key_range: TextRange, value: HoconNode) -> Option<ObjectField> {
    let mut parts = path.into_iter().rev();
    let mut field = ObjectField {
        key: parts.next()?,
        key_range,
        value,
    };
    for key in parts {
        let range = field.value.range;
        let value = HoconNode {
            kind: HoconKind::Object(vec![field]),
            range,
        };
        field = ObjectField {
            key,
            key_range,
            value,
        };
    }
    Some(field)
}

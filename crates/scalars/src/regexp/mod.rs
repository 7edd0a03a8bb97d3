//! Ruby's regular expressions: their syntax, their text forms, and a bounded matcher.
//!
//! The rules are those of Onigmo, the engine of Ruby 3.1. A source is judged when the value is made; the program of the
//! matcher is made at the first match.

mod ast;
mod check;
mod matcher;
mod parse;
mod preprocess;
mod program;
mod property;

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use self::{parse::Stop, program::Program};
use crate::Undecidable;

/// A valid regular expression. Equal if the sources are.
#[derive(Clone)]
pub struct Regexp(Arc<Inner>);

struct Inner {
    source: String,
    fixed_encoding: bool,
    program: OnceLock<Option<Program>>,
}

/// Why a source is not a regular expression, as Ruby judges it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexpError {
    /// What is wrong, in the words of Ruby's engine.
    pub message: String,
    /// Where, in bytes of the source.
    pub offset: usize,
}

impl fmt::Display for RegexpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RegexpError {}

/// A match: where the whole and each group lie, in bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captures {
    /// Start and end of the whole (index 0) and of each group; nothing for a group that took no part.
    pub groups: Vec<Option<(usize, usize)>>,
}

impl Captures {
    /// Start and end of the whole match.
    pub fn whole(&self) -> (usize, usize) {
        self.groups.first().copied().flatten().unwrap_or_default()
    }

    /// The text of a group.
    pub fn text<'t>(&self, group: usize, text: &'t str) -> Option<&'t str> {
        let (start, end) = self.groups.get(group).copied().flatten()?;
        text.get(start..end)
    }
}

impl Regexp {
    /// Checks a source.
    pub fn new(source: impl Into<String>) -> Result<Self, RegexpError> {
        let source = source.into();
        let prepared = preprocess::preprocess(&source)?;
        let program = OnceLock::new();
        match parse::parse(&prepared) {
            Ok(_) => {}
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::TooDeep) => {
                program.get_or_init(|| None);
            }
        }
        Ok(Self(Arc::new(Inner {
            source,
            fixed_encoding: prepared.fixed_encoding,
            program,
        })))
    }

    /// The expression that matches exactly a text (`Regexp.escape`).
    pub fn escape(text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            let letter = match c {
                '\n' => 'n',
                '\t' => 't',
                '\r' => 'r',
                '\x0c' => 'f',
                '\x0b' => 'v',
                ' ' | '#' | '$' | '(' | ')' | '*' | '+' | '-' | '.' | '?' | '[' | '\\' | ']'
                | '^' | '{' | '|' | '}' => c,
                _ => {
                    escaped.push(c);
                    continue;
                }
            };
            escaped.push('\\');
            escaped.push(letter);
        }
        escaped
    }

    /// The text between the slashes.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Whether some part of the text matches.
    pub fn is_match(&self, text: &str) -> Result<bool, Undecidable> {
        Ok(self.captures_from(text, 0)?.is_some())
    }

    /// The first match that starts at `start` (a byte offset at a character) or later.
    pub fn captures_from(&self, text: &str, start: usize) -> Result<Option<Captures>, Undecidable> {
        if !text.is_char_boundary(start) {
            return Ok(None);
        }
        matcher::search(self.program()?, text, start)
    }

    /// The names of the groups with the numbers of the groups of each name, in order of appearance.
    pub fn group_names(&self) -> Result<&[(String, Vec<usize>)], Undecidable> {
        Ok(&self.program()?.names)
    }

    fn program(&self) -> Result<&Program, Undecidable> {
        let compile = || {
            let source = preprocess::preprocess(&self.0.source).ok()?;
            let tree = parse::parse(&source).ok()?;
            program::compile(&tree).ok()
        };
        self.0
            .program
            .get_or_init(compile)
            .as_ref()
            .ok_or(Undecidable)
    }

    /// Whether Ruby has set an option: it does so for an expression with characters beyond ASCII.
    fn has_options(&self) -> bool {
        self.0.fixed_encoding
    }

    /// The source as Puppet's `Regexp[...]` keeps it and as the format `%s` prints it: in a group if Ruby has set an
    /// option.
    pub fn pattern_text(&self) -> String {
        if self.has_options() {
            format!("(?-imx:{})", self.0.source)
        } else {
            self.0.source.clone()
        }
    }

    /// The expression between slashes, as the format `%p` prints it.
    pub fn delimited(&self) -> String {
        if self.has_options() {
            format!("/{self}/")
        } else {
            self.inspect()
        }
    }

    /// Ruby's `inspect`: between slashes, of which those inside are escaped.
    pub fn inspect(&self) -> String {
        let mut text = String::from("/");
        push_source(&mut text, &self.0.source);
        text.push('/');
        text
    }
}

impl fmt::Display for Regexp {
    /// Ruby's `to_s`: `(?-mix:source)`. Options that the source gives to all of itself become those of the group.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (on, source) = outer_options(&self.0.source);
        let letter = |set: bool, c: &'static str| if set { c } else { "" };
        let [m, i, x] = on;
        let off = [letter(!m, "m"), letter(!i, "i"), letter(!x, "x")].concat();
        let on = [letter(m, "m"), letter(i, "i"), letter(x, "x")].concat();
        let dash = if off.is_empty() { "" } else { "-" };
        let mut body = String::new();
        push_source(&mut body, source);
        write!(f, "(?{on}{dash}{off}:{body})")
    }
}

/// Appends a source with its slashes escaped.
fn push_source(text: &mut String, source: &str) {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '/' => text.push_str("\\/"),
            '\\' => {
                text.push('\\');
                text.extend(chars.next());
            }
            c if c.is_ascii_control() && !is_space(c) => {
                text.push_str(&format!("\\x{:02X}", u32::from(c)));
            }
            c => text.push(c),
        }
    }
}

/// The options m, i and x of a source that is one group of options, and the inside of that.
fn outer_options(source: &str) -> ([bool; 3], &str) {
    let nothing = ([false; 3], source);
    let Some(rest) = source.strip_prefix("(?") else {
        return nothing;
    };
    let Some((letters, body)) = rest.split_once(':') else {
        return nothing;
    };
    let Some(body) = body.strip_suffix(')') else {
        return nothing;
    };
    let mut on = [false; 3];
    let mut value = true;
    for letter in letters.chars() {
        match letter {
            'm' => on[0] = value,
            'i' => on[1] = value,
            'x' => on[2] = value,
            '-' if value => value = false,
            _ => return nothing,
        }
    }
    match Regexp::new(body) {
        Ok(_) => (on, body),
        Err(_) => nothing,
    }
}

/// White space as `\s` has it.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

impl fmt::Debug for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inspect())
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Self) -> bool {
        self.0.source == other.0.source
    }
}

impl Eq for Regexp {}

impl Hash for Regexp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.source.hash(state);
    }
}

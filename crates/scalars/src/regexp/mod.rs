//! Ruby's regular expressions: their syntax, their text forms, and their matches.
//!
//! The rules are those of Onigmo, the engine of Ruby 3.1. A source is checked when the value is made, and compiled at the
//! first match. Two engines match: `linear` runs what means the same in the crate `regex`, in linear time; `matcher`
//! runs everything else, and gives up after a number of steps.

mod ast;
mod cache;
mod check;
mod linear;
mod matcher;
mod parse;
mod preprocess;
mod program;
mod property;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use self::{linear::Linear, parse::RegexpStop, parse::RegexpTree, program::RegexpProgram};
use crate::Undecidable;

/// A valid regular expression. Equal if the sources are.
#[derive(Clone)]
pub struct Regexp(Arc<Inner>);

struct Inner {
    source: String,
    fixed_encoding: bool,
    /// Nothing if the source is nested too deeply to be read.
    compiled: OnceLock<Option<Compiled>>,
}

/// What matches need of an expression.
struct Compiled {
    names: Vec<(String, Vec<usize>)>,
    /// Whether some part matches without regard to case.
    ignore_case: bool,
    linear: Option<Linear>,
    /// Made for the first text that `linear` does not decide.
    program: OnceLock<Option<RegexpProgram>>,
}

/// Why a source is not a regular expression, according to Ruby.
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
        cache::get_or_check(source, Self::check)
    }

    fn check(source: String) -> Result<Self, RegexpError> {
        let prepared = preprocess::preprocess(&source)?;
        let compiled = OnceLock::new();
        match parse::parse(&prepared) {
            Ok(_) => {}
            Err(RegexpStop::Error(error)) => return Err(error),
            Err(RegexpStop::TooDeep) => {
                compiled.get_or_init(|| None);
            }
        }
        Ok(Self(Arc::new(Inner {
            source,
            fixed_encoding: prepared.fixed_encoding,
            compiled,
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
        match self.linear_for(text)? {
            Some(linear) => Ok(linear.is_match(text)),
            None => Ok(matcher::search(self.program()?, text, 0)?.is_some()),
        }
    }

    /// The first match that starts at `start` (a byte offset at a character) or later.
    pub fn captures_from(&self, text: &str, start: usize) -> Result<Option<Captures>, Undecidable> {
        if !text.is_char_boundary(start) {
            return Ok(None);
        }
        match self.linear_for(text)? {
            Some(linear) => Ok(linear.search(text, start)),
            None => matcher::search(self.program()?, text, start),
        }
    }

    /// The names of the groups with the numbers of the groups of each name, in order of appearance.
    pub fn group_names(&self) -> Result<&[(String, Vec<usize>)], Undecidable> {
        Ok(&self.compiled()?.names)
    }

    /// The numbers of the groups that take part in every match, with 0 for the whole.
    pub fn certain_groups(&self) -> Vec<usize> {
        let mut groups = vec![0];
        if let Some(tree) = self.tree() {
            tree.root.add_certain_groups(&mut groups);
        }
        groups
    }

    /// Whether every text matches for sure: `/.*/`, `/^(.*)/`.
    #[must_use]
    pub fn matches_every_text(&self) -> bool {
        self.tree()
            .is_some_and(|tree| tree.root.matches_everywhere())
    }

    /// How many groups there are; none, if that is not known.
    pub fn group_count(&self) -> Option<usize> {
        Some(self.tree()?.root.group_count())
    }

    /// The linear engine, if it decides about the text as Ruby does.
    fn linear_for(&self, text: &str) -> Result<Option<&Linear>, Undecidable> {
        let compiled = self.compiled()?;
        if compiled.ignore_case && text.chars().any(folds_specially) {
            return Err(Undecidable);
        }
        let linear = compiled.linear.as_ref();
        Ok(linear.filter(|linear| linear.decides(text)))
    }

    fn compiled(&self) -> Result<&Compiled, Undecidable> {
        let compile = || {
            let tree = self.tree()?;
            Some(Compiled {
                linear: Linear::from_tree(&tree),
                names: tree.names,
                ignore_case: tree.ignore_case,
                program: OnceLock::new(),
            })
        };
        let compiled = self.0.compiled.get_or_init(compile);
        compiled.as_ref().ok_or(Undecidable)
    }

    fn program(&self) -> Result<&RegexpProgram, Undecidable> {
        let compile = || program::compile(&self.tree()?).ok();
        let program = self.compiled()?.program.get_or_init(compile);
        program.as_ref().ok_or(Undecidable)
    }

    fn tree(&self) -> Option<RegexpTree> {
        let source = preprocess::preprocess(&self.0.source).ok()?;
        parse::parse(&source).ok()
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

/// Characters whose case folding has more than one character, or crosses from ASCII; what a match without regard to
/// case does with them is not decided here.
fn folds_specially(c: char) -> bool {
    matches!(c,
        'ß' | 'İ' | 'ŉ' | 'ſ' | 'ǰ' | 'ΐ' | 'ΰ' | 'և' | '\u{1e96}'..='\u{1e9b}' | '\u{1e9e}' | '\u{1f50}'..='\u{1f57}'
        | '\u{1f80}'..='\u{1fff}' | '\u{212a}' | '\u{212b}' | '\u{fb00}'..='\u{fb17}')
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

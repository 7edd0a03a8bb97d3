//! The words of the project: names, comments, docs and messages use the field's terms.
//!
//! `xtask/vocabulary.toml` lists words that have a standard term, and names that no public function has.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{shell, tidy::workspace::CargoWorkspace};

const TABLE: &str = "xtask/vocabulary.toml";
/// Endings of the files that are read.
const SOURCES: &[&str] = &[".rs", ".md", ".toml", ".ts", ".mjs", ".lua", ".el", ".json"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VocabularyTable {
    /// Files that quote the words: this table, data of tests and generated files.
    exclude: Vec<String>,
    functions: FunctionNames,
    word: Vec<Banned>,
}

/// Names that no public function has: prepositions and participles do not say what it does or returns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FunctionNames {
    /// The whole names.
    banned: Vec<String>,
    /// The first words of names.
    banned_first_words: Vec<String>,
}

impl FunctionNames {
    fn is_banned(&self, name: &str) -> bool {
        let first = name.split_once('_').map(|(first, _)| first);
        let is = |list: &[String], word: &str| list.iter().any(|it| it == word);
        is(&self.banned, name) || first.is_some_and(|it| is(&self.banned_first_words, it))
    }
}

/// A word or phrase with a standard term.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Banned {
    /// The words, in lower case and separated by spaces; identifiers are split at `_` and at capital letters.
    says: String,
    /// The standard term.
    #[serde(rename = "use")]
    term: String,
}

/// Each occurrence of a banned word, public function with a banned name, and module header that is a question.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let table: VocabularyTable = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    let files = workspace.files.iter().filter(|file| {
        SOURCES.iter().any(|ending| file.ends_with(ending))
            && !table.exclude.iter().any(|it| file.starts_with(it.as_str()))
    });
    let mut broken = Vec::new();
    for file in files {
        let text = workspace.text(file).unwrap_or_default();
        if is_question(&text) {
            broken.push(format!(
                "{file}: the module header is a question: name what the module is"
            ));
        }
        if file.ends_with(".rs") && !file.contains("/generated/") {
            let names = public_functions(&text).filter(|it| table.functions.is_banned(it));
            broken.extend(names.map(|name| {
                format!(
                    "{file}: the public function `{name}` is named by a preposition or participle: use a verb or a noun \
                     phrase"
                )
            }));
        }
        let words = words(&text);
        for Banned { says, term } in &table.word {
            let phrase: Vec<&str> = says.split(' ').collect();
            if words.windows(phrase.len()).any(|window| window == phrase) {
                broken.push(format!(
                    "{file}: \"{says}\" has a standard term: use {term}"
                ));
            }
        }
    }
    Ok(broken)
}

/// Whether a word begins a question, direct or indirect.
pub(super) fn begins_question(word: &str) -> bool {
    let words = [
        "what", "who", "whether", "which", "where", "when", "how", "does", "is", "are", "can",
    ];
    words.contains(&word.to_lowercase().as_str())
}

/// Whether the header of a module is a question: it begins as one, asks after a colon, or ends a sentence with `?`.
/// The names of Ruby's methods end with one, too: `(PAnyType#callable?)`.
pub(super) fn is_question(text: &str) -> bool {
    let lines = text.lines().map_while(|line| line.strip_prefix("//! "));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let ends_question = |word: &str| word.trim_end_matches('?').ends_with(char::is_alphanumeric);
    words.first().is_some_and(|it| begins_question(it))
        || words
            .windows(2)
            .any(|it| it[0].ends_with(':') && begins_question(it[1]))
        || words
            .iter()
            .any(|it| it.ends_with('?') && ends_question(it))
}

/// The names of the functions of a source that other modules can call.
fn public_functions(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let item = line.trim_start().strip_prefix("pub")?;
        let (_, name) = item.split_once("fn ")?;
        let end = name.find(|it: char| !it.is_alphanumeric() && it != '_')?;
        let is_function = item
            .split("fn ")
            .next()
            .is_some_and(|before| !before.contains(['=', ':', '{', '"']));
        is_function.then(|| name[..end].to_owned())
    })
}

/// The words of a text in lower case; identifiers are split into theirs.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    let mut was_lower = false;
    for letter in text.chars() {
        if !letter.is_alphabetic() {
            is_open = false;
            continue;
        }
        let starts_word = !is_open || (letter.is_uppercase() && was_lower);
        if starts_word {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
        is_open = true;
        was_lower = letter.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_split_into_words() {
        assert_eq!(
            words("fn half_typed(MendFix, HTTP) // of its like"),
            [
                "fn", "half", "typed", "mend", "fix", "http", "of", "its", "like"
            ]
        );
    }

    #[test]
    fn public_functions_are_found() {
        let source = "pub fn of(a: A)\n    pub(crate) const fn at<T>()\nfn private()\npub type F = fn(u8);\n";
        assert_eq!(public_functions(source).collect::<Vec<_>>(), ["of", "at"]);
    }

    #[test]
    fn headers_are_no_questions() {
        let questions = [
            "What is wrong in a file.",
            "Assignability: does a type accept another one.",
            "Trigger characters:\n//! which of them open a list.",
            "Diagnostics. Are there any?",
        ];
        for question in questions {
            assert!(is_question(&format!("//! {question}\n")), "{question}");
        }
        let names = [
            "Diagnostics of a file.\n//!\n//! What is wrong in it.",
            "Callability (PAnyType#callable?), and the selector `? { }`.",
        ];
        for name in names {
            assert!(!is_question(&format!("//! {name}\n")), "{name}");
        }
        assert!(!is_question("// What\n"));
    }
}

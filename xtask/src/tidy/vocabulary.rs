//! The words of the project: names, comments, docs and messages use the field's terms.
//!
//! `xtask/vocabulary.toml` lists words that have a standard term. A word that still occurs has the number of its
//! occurrences there, which may only go down.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{shell, tidy::workspace::Workspace};

const TABLE: &str = "xtask/vocabulary.toml";
/// Endings of the files that are read.
const SOURCES: &[&str] = &[".rs", ".md", ".toml", ".ts", ".mjs", ".lua", ".el", ".json"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    /// The number of module headers that may begin with a question word.
    question_headers: usize,
    /// Files that quote the words: this table, data of tests and generated files.
    exclude: Vec<String>,
    functions: FunctionNames,
    word: Vec<Banned>,
}

/// Names that no public function has: prepositions and participles do not say what it does or returns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FunctionNames {
    /// The number of public functions with such names that are left.
    open: usize,
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
    /// The number of occurrences that are left.
    #[serde(default)]
    open: usize,
}

/// Words that occur more often than the table allows, and headers of modules that are questions.
pub fn check(workspace: &Workspace) -> Result<Vec<String>> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let table: Table = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    let mut counts = vec![(0, String::new()); table.word.len()];
    let mut headers = (0, String::new());
    let mut functions = (0, String::new());
    let files = workspace.files.iter().filter(|file| {
        SOURCES.iter().any(|ending| file.ends_with(ending))
            && !table.exclude.iter().any(|it| file.starts_with(it.as_str()))
    });
    for file in files {
        let text = workspace.text(file).unwrap_or_default();
        if is_question(&text) {
            headers.0 += 1;
            headers.1.clone_from(file);
        }
        if file.ends_with(".rs") && !file.contains("/generated/") {
            for name in public_functions(&text).filter(|it| table.functions.is_banned(it)) {
                functions.0 += 1;
                functions.1 = format!("{name} in {file}");
            }
        }
        let words = words(&text);
        for (banned, (count, last)) in table.word.iter().zip(&mut counts) {
            let phrase: Vec<&str> = banned.says.split(' ').collect();
            let found = words
                .windows(phrase.len())
                .filter(|window| window.iter().zip(&phrase).all(|(a, b)| a == b))
                .count();
            if found > 0 {
                *count += found;
                last.clone_from(file);
            }
        }
    }
    let mut broken = Vec::new();
    for (banned, (count, last)) in table.word.iter().zip(&counts) {
        let Banned { says, term, open } = banned;
        if count > open {
            broken.push(format!(
                "\"{says}\" occurs {count} times, at most {open} (as in {last}): use {term}"
            ));
        }
    }
    let (questions, last) = headers;
    if questions > table.question_headers {
        broken.push(format!(
            "{questions} module headers are questions, at most {} (as in {last}): name what the module is",
            table.question_headers
        ));
    }
    let (count, last) = functions;
    if count > table.functions.open {
        broken.push(format!(
            "{count} public functions are named by a preposition or participle, at most {} (as {last}): use a verb or a \
             noun phrase",
            table.functions.open
        ));
    }
    let left: usize = counts.iter().map(|(count, _)| count).sum();
    shell::say(&format!(
        "  {left} occurrences of words with a standard term, {questions} headers that are questions, {count} functions \
         named by prepositions or participles"
    ));
    Ok(broken)
}

/// Whether the header of a module begins as a question.
fn is_question(text: &str) -> bool {
    let Some(header) = text.strip_prefix("//! ") else {
        return false;
    };
    let first = header.split_whitespace().next().unwrap_or_default();
    matches!(
        first,
        "What" | "Who" | "Whether" | "Which" | "Where" | "When" | "How"
    )
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
        assert!(is_question("//! What is wrong in a file.\n"));
        assert!(!is_question("//! Diagnostics of a file.\n"));
        assert!(!is_question("// What\n"));
    }
}

//! Nothing is left to do in the sources: open work stands in an issue, not in a comment.

use anyhow::Result;

use crate::tidy::workspace::CargoWorkspace;

/// Endings of the files that are looked at.
const SOURCES: &[&str] = &[".rs", ".ts", ".mjs", ".lua", ".el", ".toml"];
/// The words, in halves so that this file does not have them.
const WORDS: &[(&str, &str)] = &[
    ("TO", "DO"),
    ("FIX", "ME"),
    ("XX", "X:"),
    ("to", "do!("),
    ("un", "implemented!("),
    ("#[ig", "nore"),
];

/// Places with a word that says that something is missing.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let words: Vec<String> = WORDS
        .iter()
        .map(|(first, second)| format!("{first}{second}"))
        .collect();
    let mut problems = Vec::new();
    for file in workspace
        .files
        .iter()
        .filter(|file| SOURCES.iter().any(|ending| file.ends_with(ending)))
    {
        let text = workspace.text(file).unwrap_or_default();
        for (index, line) in text.lines().enumerate() {
            if let Some(word) = words.iter().find(|word| line.contains(word.as_str())) {
                problems.push(format!("{file}:{}: {word}", index + 1));
            }
        }
    }
    Ok(problems)
}

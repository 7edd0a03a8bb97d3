//! Figures that other rules of `tidy` keep at their goals: rules in files of their names, headers of modules that are
//! questions; and the CHANGELOG, where each change is one short line.

use std::fs;

use anyhow::Result;

use crate::{
    codegen_rules, shell,
    tidy::{vocabulary, workspace::CargoWorkspace},
};

/// How many characters a line of the CHANGELOG has at the most.
const MAX_CHANGE: usize = 120;

/// Prints the figures; the lines of the CHANGELOG that are too long or continue a bullet.
pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let rules = codegen_rules::declarations()?;
    let named = rules.iter().filter(|it| {
        let file = it.file.trim_end_matches("/mod.rs").trim_end_matches(".rs");
        file.ends_with(&format!("/{}", it.stem()))
    });
    let (named, all) = (named.count(), rules.len());
    shell::say(&format!(
        "  {named} of {all} rules have a file of their name"
    ));
    let sources = workspace.files.iter().filter(|it| it.ends_with(".rs"));
    let headers = sources.filter_map(|file| workspace.text(file));
    let questions = headers.filter(|text| vocabulary::is_question(text)).count();
    shell::say(&format!("  {questions} headers of modules are questions"));
    let text = fs::read_to_string(shell::root().join("CHANGELOG.md"))?;
    let changes = text.lines().filter_map(|line| line.strip_prefix("- "));
    let lengths: Vec<(usize, &str)> = changes.map(|it| (it.chars().count(), it)).collect();
    let total: usize = lengths.iter().map(|it| it.0).sum();
    shell::say(&format!(
        "  {} changes of {} characters on average",
        lengths.len(),
        total / lengths.len().max(1)
    ));
    let long = lengths.iter().filter(|(length, _)| *length > MAX_CHANGE);
    let long = long.map(|(length, change)| format!("CHANGELOG.md: {length} characters: {change}"));
    let continued = text.lines().filter(|line| line.starts_with(' '));
    let continued = continued.map(|line| format!("CHANGELOG.md: a second line: {}", line.trim()));
    Ok(long.chain(continued).collect())
}

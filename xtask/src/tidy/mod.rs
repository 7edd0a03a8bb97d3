//! `cargo xtask tidy`: the rules of the project that no compiler checks.
//!
//! Each file is one rule: a function that looks at the [`CargoWorkspace`] and returns what breaks the rule, one line each.

mod comment_examples;
mod default_binary;
mod dependencies;
mod docs;
mod file_length;
mod house_figures;
mod layers;
mod messages;
mod rule_files;
mod structure;
mod todo_comments;
mod vocabulary;
mod workspace;

use anyhow::{Result, bail};

use crate::{codegen, generated::Mode, shell, tidy::workspace::CargoWorkspace};

/// A rule: what breaks it, one line each.
type Rule = fn(&CargoWorkspace) -> Result<Vec<String>>;

const RULES: &[(&str, Rule)] = &[
    ("layers: who may depend on whom", layers::check),
    (
        "dependencies: each has its reason in ARCHITECTURE.md",
        dependencies::check,
    ),
    ("rules: each has a file of its name", rule_files::check),
    (
        "docs: links of pages lead to something, and each crate has a README",
        docs::check,
    ),
    (
        "run: the README's first command starts the product",
        default_binary::check,
    ),
    ("length: files that want splitting", file_length::check),
    (
        "structure: size, flat modules and import circles of each crate",
        structure::check,
    ),
    (
        "figures: rules, headers of modules and changes, counted",
        house_figures::check,
    ),
    ("messages: no fix reads one", messages::check),
    (
        "unfinished: nothing is left to do in the sources",
        todo_comments::check,
    ),
    (
        "comments: code blocks name their language",
        comment_examples::check,
    ),
    (
        "vocabulary: names and prose use the standard terms",
        vocabulary::check,
    ),
    ("generated files are fresh", |_| {
        Ok(codegen(Mode::Check)
            .err()
            .map(|e| format!("{e:#}"))
            .into_iter()
            .collect())
    }),
];

/// Checks the rules that are named (all if none is); an error if one is broken, or if there is no rule of a name.
pub fn run(names: &[String]) -> Result<()> {
    let is_named = |rule: &str, name: &String| rule.split(':').next() == Some(name.as_str());
    let unknown = names
        .iter()
        .find(|name| !RULES.iter().any(|(rule, _)| is_named(rule, name)));
    if let Some(unknown) = unknown {
        bail!("tidy: there is no rule \"{unknown}\"");
    }
    let chosen = RULES
        .iter()
        .filter(|(rule, _)| names.is_empty() || names.iter().any(|name| is_named(rule, name)));
    let workspace = CargoWorkspace::load()?;
    let mut broken = 0;
    for (name, rule) in chosen {
        let problems = rule(&workspace)?;
        let verdict = if problems.is_empty() { "ok" } else { "BROKEN" };
        shell::say(&format!("tidy: {name}: {verdict}"));
        for problem in &problems {
            shell::say(&format!("  {problem}"));
        }
        broken += problems.len();
    }
    if broken > 0 {
        bail!("tidy: {broken} problems");
    }
    Ok(())
}

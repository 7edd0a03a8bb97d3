//! `cargo xtask tidy`: the rules of the project that no compiler checks.
//!
//! Each file is one rule: a function that looks at the [`Workspace`] and returns what breaks the rule, one line each.

mod dependencies;
mod layers;
mod length;
mod messages;
mod pages;
mod run;
mod structure;
mod unfinished;
mod workspace;

use anyhow::{Result, bail};

use crate::{codegen, generated::Mode, shell, tidy::workspace::Workspace};

/// A rule: what breaks it, one line each.
type Rule = fn(&Workspace) -> Result<Vec<String>>;

const RULES: &[(&str, Rule)] = &[
    ("layers: who may depend on whom", layers::check),
    (
        "dependencies: each has its reason in ARCHITECTURE.md",
        dependencies::check,
    ),
    ("pages: each rule has one in docs/rules", pages::check),
    (
        "run: the README's first command starts the product",
        run::check,
    ),
    ("length: files that want splitting", length::check),
    (
        "structure: size, flat modules and import circles of each crate",
        structure::check,
    ),
    ("messages: no fix reads one", messages::check),
    (
        "unfinished: nothing is left to do in the sources",
        unfinished::check,
    ),
    ("generated files are fresh", |_| {
        Ok(codegen(Mode::Check)
            .err()
            .map(|e| format!("{e:#}"))
            .into_iter()
            .collect())
    }),
];

/// Checks all rules; an error if one is broken.
pub fn run() -> Result<()> {
    let workspace = Workspace::load()?;
    let mut broken = 0;
    for (name, rule) in RULES {
        let findings = rule(&workspace)?;
        let verdict = if findings.is_empty() { "ok" } else { "BROKEN" };
        shell::say(&format!("tidy: {name}: {verdict}"));
        for finding in &findings {
            shell::say(&format!("  {finding}"));
        }
        broken += findings.len();
    }
    if broken > 0 {
        bail!("tidy: {broken} findings");
    }
    Ok(())
}

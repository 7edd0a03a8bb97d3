//! Generates the constants of the rules from `crates/diagnostics/rules.toml`.

use std::{fmt::Write, fs};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{
    generated::{self, Mode},
    shell,
};

const TABLE: &str = "crates/diagnostics/rules.toml";
const OUTPUT: &str = "crates/diagnostics/src/generated/rules.rs";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rule: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    code: String,
    name: String,
    severity: Option<Level>,
    lenient: Option<Level>,
    standard: Option<Level>,
    strict: Option<Level>,
    #[serde(default)]
    puppet_lint: Vec<String>,
    #[serde(default = "first_version")]
    since: String,
    summary: String,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Info,
    Hint,
    Off,
}

impl Level {
    fn code(self) -> &'static str {
        match self {
            Level::Error => "Some(Severity::Error)",
            Level::Warning => "Some(Severity::Warning)",
            Level::Info => "Some(Severity::Info)",
            Level::Hint => "Some(Severity::Hint)",
            Level::Off => "None",
        }
    }
}

/// Writes (or checks) the generated file.
pub fn run(mode: Mode) -> Result<()> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let mut table: Table = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    table.rule.sort_by(|one, other| one.code.cmp(&other.code));
    generated::rust_file(OUTPUT, &rust(&table)?, mode)
}

fn rust(table: &Table) -> Result<String> {
    let mut out = generated::header(TABLE);
    out.push_str("use crate::rule::{Levels, Rule, Severity};\n\n/// All rules, in the order of their codes.\n");
    out.push_str("pub static ALL: &[&Rule] = &[\n");
    for row in &table.rule {
        writeln!(out, "&{},", constant(row))?;
    }
    out.push_str("];\n");
    for row in &table.rule {
        let [lenient, standard, strict] = levels(row)?.map(Level::code);
        let Row {
            code,
            name,
            puppet_lint,
            since,
            summary,
            ..
        } = row;
        writeln!(
            out,
            "\n/// {code}: {summary}\npub static {}: Rule = Rule {{",
            constant(row)
        )?;
        writeln!(out, "code: {code:?}, name: {name:?},")?;
        writeln!(
            out,
            "levels: Levels {{ lenient: {lenient}, standard: {standard}, strict: {strict} }},"
        )?;
        writeln!(out, "puppet_lint: &{puppet_lint:?}, since: {since:?},")?;
        writeln!(out, "summary: {summary:?},\n}};")?;
    }
    Ok(out)
}

/// The levels of a row: one for all, or one for each strictness.
fn levels(row: &Row) -> Result<[Level; 3]> {
    match (row.severity, row.lenient, row.standard, row.strict) {
        (Some(level), None, None, None) => Ok([level; 3]),
        (None, Some(lenient), Some(standard), Some(strict)) => Ok([lenient, standard, strict]),
        _ => bail!(
            "{} in {TABLE} needs either severity, or all of lenient, standard and strict",
            row.code
        ),
    }
}

/// The version of rules that were always there.
fn first_version() -> String {
    "0.1.0".to_owned()
}

/// `SYNTAX_ERROR` for "syntax-error".
fn constant(row: &Row) -> String {
    row.name.to_uppercase().replace('-', "_")
}

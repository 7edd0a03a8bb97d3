//! Generates the constants of the rules from `crates/diagnostics/rules.toml`.

use std::{fmt::Write, fs};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{
    generated::{self, Mode},
    shell,
};

const TABLE: &str = "crates/diagnostics/rules.toml";
const PAGES: &str = "crates/diagnostics/src/generated/pages.rs";
const INDEX: &str = "docs/rules/README.md";
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
    fix: Option<Fix>,
    no_fix: Option<String>,
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

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Fix {
    Safe,
    Unsafe,
}

impl Fix {
    fn code(fix: Option<Self>) -> &'static str {
        match fix {
            Some(Fix::Safe) => "Some(Safety::Safe)",
            Some(Fix::Unsafe) => "Some(Safety::Unsafe)",
            None => "None",
        }
    }
}

impl Row {
    /// What fixes of it are, for people.
    fn fix_word(&self) -> &str {
        match (self.fix, &self.no_fix) {
            (Some(Fix::Safe), _) => "safe",
            (Some(Fix::Unsafe), _) => "unsafe",
            (None, Some(reason)) => reason,
            (None, None) => "",
        }
    }
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

impl Level {
    fn word(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
            Level::Hint => "hint",
            Level::Off => "off",
        }
    }
}

/// The name of each rule and what it reports, in the order of their codes.
pub fn summaries() -> Result<Vec<(String, String)>> {
    let rules = table()?.rule;
    Ok(rules.into_iter().map(|it| (it.name, it.summary)).collect())
}

/// Writes (or checks) the generated files.
pub fn run(mode: Mode) -> Result<()> {
    let table = table()?;
    generated::rust_file(OUTPUT, &rust(&table)?, mode)?;
    generated::rust_file(PAGES, &pages(&table)?, mode)?;
    generated::file(INDEX, &index(&table)?, mode)
}

fn table() -> Result<Table> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let mut table: Table = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    table.rule.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(table)
}

/// The paths that the pages of all rules should have.
pub fn pages_of_rules() -> Result<Vec<String>> {
    let table = table()?;
    Ok(table
        .rule
        .iter()
        .map(|row| format!("docs/rules/{}", page(row)))
        .collect())
}

/// The pages of the rules, embedded.
fn pages(table: &Table) -> Result<String> {
    let mut out = generated::header(TABLE);
    out.push_str("/// The page of each rule, by code, in the order of the codes.\n");
    out.push_str("pub(crate) static PAGES: &[(&str, &str)] = &[\n");
    for row in &table.rule {
        let path = format!("docs/rules/{}", page(row));
        if shell::root().join(&path).is_file() {
            writeln!(
                out,
                "({:?}, include_str!(\"../../../../{path}\")),",
                row.code
            )?;
        }
    }
    out.push_str("];\n");
    Ok(out)
}

/// The list of all rules, for people.
fn index(table: &Table) -> Result<String> {
    let mut out = format!(
        "<!-- Generated from {TABLE} by `cargo xtask codegen`. -->\n\n# Rules\n\n\
         This page lists all diagnostics, for users who look up a code or want to change its severity.\n\n\
         The severity of a diagnostic depends on the strictness: `lenient`, `standard` or `strict` (see\n\
         [settings](../settings.md#strictness)). A diagnostic that is uncertain is not reported in lenient, is a warning in\n\
         standard and an error in strict. `puppet-analyzer explain CODE` prints the page of a rule. The\n\
         [glossary](../glossary.md) explains terms.\n\n\
         {}\n\n\
         | Code | Name | Lenient | Standard | Strict | Fix | Reports |\n| --- | --- | --- | --- | --- | --- | --- |\n",
        fixes(table)
    );
    for row in &table.rule {
        if row.fix.is_some() && row.no_fix.is_some() {
            bail!("{} in {TABLE} has a fix and a reason for none", row.code);
        }
        let [lenient, standard, strict] = levels(row)?.map(Level::word);
        let (code, name, summary) = (&row.code, &row.name, &row.summary);
        let page = page(row);
        writeln!(
            out,
            "| [{code}]({page}) | {name} | {lenient} | {standard} | {strict} | {} | {} |",
            row.fix_word(),
            summary.replace('|', "\\|")
        )?;
    }
    Ok(out)
}

/// How many rules have a fix.
fn fixes(table: &Table) -> String {
    let count = |is: fn(&&Row) -> bool| table.rule.iter().filter(is).count();
    let (safe, all) = (
        count(|row| row.fix == Some(Fix::Safe)),
        count(|row| row.fix.is_some()),
    );
    let (without, rules) = (count(|row| row.no_fix.is_some()), table.rule.len());
    format!(
        "{all} of the {rules} rules have an automatic fix; {safe} of these are safe to apply without review.\n\
         {without} rules cannot be fixed automatically; the column *Fix* has the reason."
    )
}

/// The file name of a rule's page.
fn page(row: &Row) -> String {
    format!("{}-{}.md", row.code, row.name)
}

fn rust(table: &Table) -> Result<String> {
    let mut out = generated::header(TABLE);
    out.push_str("use crate::Safety;\nuse crate::rule::{Levels, Rule, Severity};\n\n/// All rules, in the order of their codes.\n");
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
        writeln!(
            out,
            "summary: {summary:?}, fix: {},\n}};",
            Fix::code(row.fix)
        )?;
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

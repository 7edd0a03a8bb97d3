//! Generates the page of what editors can do from the table of features, `crates/ide/features.toml`, and makes sure that
//! each feature has its tests.

use std::{fmt::Write, fs};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::{
    generated::{self, Mode},
    shell,
};

const TABLE: &str = "crates/ide/features.toml";
const PAGE: &str = "docs/features.md";
const FEATURES: &str = "crates";
const EDITORS: &str = "tests/editors";
/// Where tests speak to the server as editors do.
const OVER_STDIO: &[&str] = &["tests/e2e", "crates/server/src", "crates/cli/tests"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FeatureTable {
    feature: Vec<FeatureRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FeatureRow {
    name: String,
    /// Methods of the protocol.
    methods: Vec<String>,
    /// For users.
    what: String,
    /// Files of the feature.
    source: Vec<String>,
    /// Tests with complete code, with incomplete code, and with several files.
    plain: Vec<String>,
    incomplete: Vec<String>,
    #[serde(default)]
    cross_file: Vec<String>,
    stdio: Vec<String>,
    /// Flows in real editors, by the words that they print.
    #[serde(default)]
    editors: Vec<String>,
}

/// Writes (or checks) the page, and looks for what the table names.
pub fn run(mode: Mode) -> Result<()> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let table: FeatureTable = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    for row in &table.feature {
        check(row).with_context(|| format!("{TABLE}: {:?}", row.name))?;
    }
    generated::file(PAGE, &page(&table)?, mode)
}

/// Everything that a row names is there.
fn check(row: &FeatureRow) -> Result<()> {
    for file in &row.source {
        let path = shell::root().join(FEATURES).join(file);
        ensure!(path.exists(), "{FEATURES} has no {file}");
    }
    for (kind, tests) in [
        ("plain", &row.plain),
        ("incomplete", &row.incomplete),
        ("stdio", &row.stdio),
    ] {
        ensure!(!tests.is_empty(), "no tests: {kind}");
    }
    let fixtures = [&row.plain, &row.incomplete, &row.cross_file];
    for test in fixtures.into_iter().flatten() {
        ensure!(is_test(FEATURES, test), "no test {test} in {FEATURES}");
    }
    for test in &row.stdio {
        let found = OVER_STDIO.iter().any(|folder| is_test(folder, test));
        ensure!(found, "no test {test} in any of {}", OVER_STDIO.join(", "));
    }
    for flow in &row.editors {
        ensure!(is_flow(flow), "no flow {flow:?} in {EDITORS}");
    }
    Ok(())
}

/// Whether `file.rs::tests::name` is a test in a folder.
fn is_test(folder: &str, test: &str) -> bool {
    let Some((file, path)) = test.split_once("::") else {
        return false;
    };
    let name = path.rsplit("::").next().unwrap_or(path);
    let text = fs::read_to_string(shell::root().join(folder).join(file)).unwrap_or_default();
    let is_tested = |before: &str| before.trim_end().ends_with("#[test]");
    let function = format!("fn {name}()");
    let mut found = text.match_indices(&function);
    found.any(|(at, _)| text.get(..at).is_some_and(is_tested))
}

/// Whether `file: words` are words of a file of flows.
fn is_flow(flow: &str) -> bool {
    let Some((file, words)) = flow.split_once(": ") else {
        return false;
    };
    let text = fs::read_to_string(shell::root().join(EDITORS).join(file)).unwrap_or_default();
    text.contains(words)
}

fn page(table: &FeatureTable) -> Result<String> {
    let mut out = format!(
        "<!-- Generated from `{TABLE}` by `cargo xtask codegen`: edit the table, not this file. -->\n\n\
         # Features\n\n\
         This page lists the features of the language server, for users and for authors of editor set-ups.\n\n\
         The features work in manifests and in EPP templates, across all files of the workspace, and while code is\n\
         incomplete. Many also work in Hiera data, `hiera.yaml`, `metadata.json` and `Puppetfile`. The documentation of an\n\
         editor lists which methods of the Language Server Protocol it supports. The [glossary](glossary.md) explains terms.\n\n\
         | Feature | Description | Protocol method |\n| --- | --- | --- |\n"
    );
    for row in &table.feature {
        let methods: Vec<String> = row.methods.iter().map(|it| format!("`{it}`")).collect();
        writeln!(
            out,
            "| {} | {} | {} |",
            row.name,
            row.what.trim().replace('\n', " ").replace('|', "\\|"),
            methods.join(", ")
        )?;
    }
    Ok(out)
}

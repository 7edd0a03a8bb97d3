//! Generates what follows from the table of settings, `crates/project/settings.toml`: the names that the checker knows,
//! the page of the settings, and the settings of the VS Code extension with the table in its README.

mod manifest;

use std::{fmt::Write, fs};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    generated::{self, Mode},
    shell,
};

const TABLE: &str = "crates/project/settings.toml";
const NAMES: &str = "crates/project/src/generated/settings.rs";
const PAGE: &str = "docs/settings.md";
const MANIFEST: &str = "editors/code/package.json";
const README: &str = "editors/code/README.md";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingTable {
    setting: Vec<SettingRow>,
    editor: Vec<SettingRow>,
    group: Vec<SettingsGroup>,
}

/// A part of the settings page of VS Code.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsGroup {
    title: String,
    keys: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingRow {
    key: String,
    /// As JSON.
    default: String,
    summary: String,
    #[serde(default)]
    details: String,
    /// A link to the page of the documentation that describes more.
    #[serde(default)]
    see: String,
    #[serde(default)]
    example: String,
    scope: Option<String>,
    schema: Map<String, Value>,
    /// A sentence about each value of the schema's `enum`.
    #[serde(default)]
    values: Vec<String>,
}

/// Writes (or checks) the generated files.
pub fn run(mode: Mode) -> Result<()> {
    let text = fs::read_to_string(shell::root().join(TABLE))
        .with_context(|| format!("cannot read {TABLE}"))?;
    let table: SettingTable = toml::from_str(&text).with_context(|| format!("in {TABLE}"))?;
    generated::rust_file(NAMES, &names(&table)?, mode)?;
    generated::file(PAGE, &page(&table)?, mode)?;
    let manifest = fs::read_to_string(shell::root().join(MANIFEST))
        .with_context(|| format!("cannot read {MANIFEST}"))?;
    generated::file(
        MANIFEST,
        &manifest::with_configuration(&manifest, &table)?,
        mode,
    )?;
    let readme = fs::read_to_string(shell::root().join(README))
        .with_context(|| format!("cannot read {README}"))?;
    generated::file(README, &with_table(&readme, &table)?, mode)
}

/// The README with another table of settings; everything else stays as it is written.
fn with_table(readme: &str, table: &SettingTable) -> Result<String> {
    const START: &str = "<!-- settings: generated -->\n";
    const END: &str = "<!-- end of the settings -->\n";
    let (before, rest) = readme
        .split_once(START)
        .with_context(|| format!("no place for the settings in {README}"))?;
    let (_, after) = rest
        .split_once(END)
        .with_context(|| format!("the settings in {README} have no end"))?;
    let mut rows = String::from("| Setting | Default | Description |\n| --- | --- | --- |\n");
    for row in table.setting.iter().chain(&table.editor) {
        let default = match &*row.default {
            "null" | "[]" | "{}" | "\"\"" => String::new(),
            default => format!("`{}`", default.trim_matches('"')),
        };
        let summary = without_links(&row.summary).replace('|', "\\|");
        writeln!(
            rows,
            "| `puppet-analyzer.{}` | {default} | {summary} |",
            row.key
        )?;
    }
    Ok(format!("{before}{START}{rows}{END}{after}"))
}

/// A setting with its documentation, as Rust.
fn documented(row: &SettingRow) -> String {
    format!(
        "DocumentedSetting {{ key: {:?}, default: {:?}, summary: {:?}, example: {:?} }}",
        row.key,
        row.default,
        without_links(&row.summary),
        row.example.trim()
    )
}

fn names(table: &SettingTable) -> Result<String> {
    let mut out = generated::header(TABLE);
    out.push_str("use crate::settings::DocumentedSetting;\n\n");
    for (what, name, rows) in [
        (
            "The settings of `puppet-analyzer.toml`.",
            "KEYS",
            &table.setting,
        ),
        (
            "The settings that only editors have.",
            "EDITOR_KEYS",
            &table.editor,
        ),
    ] {
        let keys: Vec<String> = rows.iter().map(|row| format!("{:?}", row.key)).collect();
        writeln!(
            out,
            "/// {what}\npub const {name}: &[&str] = &[{}];",
            keys.join(", ")
        )?;
    }
    let rows = table.setting.iter().map(documented);
    writeln!(
        out,
        "/// What the documentation says about the settings of `puppet-analyzer.toml`.\n\
         pub const SETTINGS: &[DocumentedSetting] = &[{}];",
        rows.collect::<Vec<_>>().join(",")
    )?;
    Ok(out)
}

fn page(table: &SettingTable) -> Result<String> {
    let mut out = format!(
        "<!-- Generated from `{TABLE}` by `cargo xtask codegen`: edit the table, not this file. -->\n\n"
    );
    out.push_str(
        "# Settings\n\n\
         This page is for users who want to change what is checked, or what their editor shows. No setting is required.\n\n\
         Settings are read from the file `puppet-analyzer.toml` in the directory of a module or control repository, or in\n\
         a directory above it. The nearest file applies. Unknown keys and invalid values are reported as diagnostics of\n\
         the file ([M713](rules/M713-invalid-setting.md)).\n\n\
         Editors have the same settings with the prefix `puppet-analyzer.`, for example `puppet-analyzer.strictness`. The\n\
         settings of an editor, and the options of the command line, take precedence over the file. The\n\
         [glossary](glossary.md) explains terms.\n\n\
         ## Project settings\n\n",
    );
    for row in &table.setting {
        write!(
            out,
            "### `{}`\n\n{}\n\nDefault: `{}`\n\n```toml\n{}\n```\n\n",
            row.key,
            description(row, "\n"),
            row.default,
            row.example.trim_end()
        )?;
    }
    out.push_str("## Editor settings\n\nThese settings exist only in editors.\n\n");
    out.push_str("| Setting | Default | Description |\n| --- | --- | --- |\n");
    for row in &table.editor {
        writeln!(
            out,
            "| `puppet-analyzer.{}` | `{}` | {} |",
            row.key,
            row.default,
            description(row, " ")
        )?;
    }
    Ok(out)
}

/// The summary, the details and the link of a setting.
fn description(row: &SettingRow, separator: &str) -> String {
    let see = match row.see.as_str() {
        "" => String::new(),
        link => format!("See {link}."),
    };
    let parts = [row.summary.clone(), row.details.clone(), see];
    let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    parts.join(separator)
}

/// Links between pages lead nowhere in an editor.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        match link
            .split_once("](")
            .and_then(|(words, link)| Some((words, link.split_once(')')?.1)))
        {
            Some((words, after)) => {
                out.push_str(words);
                rest = after;
            }
            None => {
                out.push('[');
                rest = link;
            }
        }
    }
    out + rest
}

//! `puppet-analyzer config`: each setting with its value and its origin.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind};
use puppet_project::discover::{DiscoveryOptions, discover};
use puppet_project::fs::{Disk, FileSystem as _};
use puppet_project::settings::{self, DocumentedSetting, SETTINGS};
use puppet_text::{Column, LineIndex};
use serde_json::Value as Json;

use crate::deps;
use crate::exit_status;
use crate::paths::WorkingDirectory;
use crate::settings_file;

/// The options of `config`.
#[derive(Debug, clap::Args)]
pub struct ConfigOptions {
    /// A file or directory whose settings are shown.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Read settings from this file, and not from the nearest puppet-analyzer.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    config: Option<PathBuf>,
    /// Read settings from no file.
    #[arg(long)]
    isolated: bool,
}

/// Prints the settings as TOML.
pub fn run(options: &ConfigOptions) -> ExitCode {
    exit_status::print(text(options))
}

fn text(options: &ConfigOptions) -> Result<String, String> {
    let directory = WorkingDirectory::current().map_err(|error| error.to_string())?;
    let file = match &options.config {
        Some(file) => Some(file.clone()),
        None if options.isolated => None,
        None => nearest_file(&directory, &options.path)?,
    };
    let text = file.as_ref().map(|it| settings_file::read(it, &directory));
    let text: Arc<str> = text.transpose()?.unwrap_or_default();
    let origin = SettingOrigin {
        file: file.map_or_else(String::new, |it| it.display().to_string()),
        lines: LineIndex::new(&text),
    };
    let entries = settings::entries(&text);
    let mut lines = Vec::new();
    for setting in SETTINGS {
        match entries.iter().find(|it| it.key == setting.key) {
            Some(entry) => origin.set(entry, &mut lines),
            None => lines.push(default(setting)),
        }
    }
    let width = lines.iter().map(|(setting, _)| setting.chars().count());
    let width = width.filter(|width| *width < 60).max().unwrap_or(0);
    let mut out = String::new();
    for (setting, origin) in lines {
        let _ = writeln!(out, "{setting:width$}  # {origin}");
    }
    let paths = [directory.absolute(&options.path)];
    for line in deps::fetched_modules(&discover(&Disk, &paths, &DiscoveryOptions::local_options()))
    {
        let _ = writeln!(out, "# {line}");
    }
    Ok(out)
}

/// The settings file that counts for a path, relative to the working directory.
fn nearest_file(directory: &WorkingDirectory, path: &Path) -> Result<Option<PathBuf>, String> {
    let shown = path.display();
    let path = directory.absolute(path);
    if Disk.kind(&path).is_none() {
        return Err(format!("{shown}: no such file or directory"));
    }
    Ok(settings::nearest_file(&Disk, &path).map(|it| directory.relative(&it)))
}

/// A setting that no file has.
fn default(setting: &DocumentedSetting) -> (String, String) {
    let origin = match setting.key {
        "target" => "default: the requirements of metadata.json",
        _ => "default",
    };
    (
        format!("{} = {}", setting.key, setting.default),
        origin.to_owned(),
    )
}

/// Where settings are from.
struct SettingOrigin {
    file: String,
    lines: LineIndex,
}

impl SettingOrigin {
    /// A setting of the file. The levels of rules are lines of their own.
    fn set(&self, entry: &DataEntry, lines: &mut Vec<(String, String)>) {
        let of = |prefix: &str, entry: &DataEntry| {
            let at = self.lines.line_col(entry.key_range.start(), Column::Chars);
            let setting = format!("{prefix}{} = {}", entry.key, inline(&entry.value));
            (setting, format!("{}:{}", self.file, at.line + 1))
        };
        match (&*entry.key, entry.value.as_mapping()) {
            ("rules", Some(rules)) if !rules.is_empty() => {
                lines.extend(rules.iter().map(|it| of("rules.", it)))
            }
            _ => lines.push(of("", entry)),
        }
    }
}

/// A value in TOML, on one line.
fn inline(value: &DataValue) -> String {
    match &value.kind {
        ValueKind::Scalar(Scalar::String(text)) => Json::from(&**text).to_string(),
        ValueKind::Scalar(Scalar::Number(text) | Scalar::Other(_, text)) => text.clone(),
        ValueKind::Scalar(Scalar::Boolean(value)) => value.to_string(),
        ValueKind::Scalar(Scalar::Null) => String::new(),
        ValueKind::Sequence(values) => {
            let values: Vec<String> = values.iter().map(inline).collect();
            format!("[{}]", values.join(", "))
        }
        ValueKind::Mapping(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|it| format!("{} = {}", it.key, inline(&it.value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

//! The formats of output, one file each.

mod checkstyle;
mod concise;
mod github;
mod gitlab;
mod grouped;
mod json;
mod junit;
mod rdjson;
mod sarif;
pub mod statistics;
pub mod summary;
mod text;
mod xml;

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum as _;
use puppet_vfs::atomic_write;

use super::report::Report;

/// How diagnostics are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputFormat {
    /// Source frames, as rustc prints them.
    Text,
    /// One line for each diagnostic.
    Concise,
    /// One line for each diagnostic, below the name of its file.
    Grouped,
    /// One JSON object a line.
    Json,
    /// One JSON array.
    JsonArray,
    /// Commands of GitHub Actions, which annotate the changed files.
    Github,
    /// A code quality report of GitLab.
    Gitlab,
    /// SARIF 2.1.0, for GitHub code scanning and others.
    Sarif,
    /// JUnit XML, with one test suite for each file.
    Junit,
    /// Checkstyle XML.
    Checkstyle,
    /// The Reviewdog Diagnostic Format.
    Rdjson,
}

impl OutputFormat {
    /// The format where none is asked for: annotations under GitHub Actions.
    pub fn detect() -> Self {
        match std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
            true => Self::Github,
            false => Self::Text,
        }
    }

    /// Whether people read it, so that other lines can follow.
    pub fn is_for_people(self) -> bool {
        matches!(
            self,
            Self::Text | Self::Concise | Self::Grouped | Self::Github
        )
    }

    /// Whether it shows fixes even without `--fixes`.
    pub fn shows_fixes(self) -> bool {
        matches!(self, Self::Sarif | Self::Rdjson)
    }

    /// Whether it can show fixes.
    pub fn can_show_fixes(self) -> bool {
        self.shows_fixes() || matches!(self, Self::Json | Self::JsonArray)
    }

    /// Writes a report.
    pub fn write(
        self,
        report: &Report<'_>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Text => text::write(report, style.coloured, out),
            Self::Concise => concise::write(report, out),
            Self::Grouped => grouped::write(report, out),
            Self::Json => json::write_lines(report, style.fixes, out),
            Self::JsonArray => json::write_array(report, style.fixes, out),
            Self::Github => github::write(report, out),
            Self::Gitlab => gitlab::write(report, out),
            Self::Sarif => sarif::write(report, out),
            Self::Junit => junit::write(report, out),
            Self::Checkstyle => checkstyle::write(report, out),
            Self::Rdjson => rdjson::write(report, out),
        }
    }
}

/// What formats leave to the command line.
#[derive(Debug, Clone, Copy, Default)]
pub struct OutputStyle {
    /// Whether text has colours.
    pub coloured: bool,
    /// Whether JSON has fixes.
    pub fixes: bool,
}

/// A format with the file that it is written to: `sarif=report.sarif`.
#[derive(Debug, Clone)]
pub struct OutputFile {
    pub format: OutputFormat,
    pub path: PathBuf,
}

impl FromStr for OutputFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected FORMAT=FILE, such as sarif=report.sarif";
        let (format, path) = text.split_once('=').ok_or(expected)?;
        if path.is_empty() {
            return Err(expected.to_owned());
        }
        if path == "-" {
            return Err("for standard output, use --format instead".to_owned());
        }
        let format = OutputFormat::from_str(format, false).map_err(|_| {
            let names = OutputFormat::value_variants().iter();
            let names = names.filter_map(|it| Some(it.to_possible_value()?.get_name().to_owned()));
            let names = names.collect::<Vec<_>>().join(", ");
            format!("unknown format '{format}', expected one of {names}")
        })?;
        Ok(Self {
            format,
            path: path.into(),
        })
    }
}

impl OutputFile {
    /// Writes a report to the file.
    pub fn write(&self, report: &Report<'_>, style: OutputStyle) -> Result<(), String> {
        let mut contents = Vec::new();
        let style = OutputStyle {
            coloured: false,
            ..style
        };
        self.format
            .write(report, style, &mut contents)
            .and_then(|()| atomic_write::save(&self.path, &contents))
            .map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }
}

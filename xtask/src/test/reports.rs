//! The reports of `check`, read as the tools of their ecosystems read them: schemas and parsers from npm.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::{
    dist, shell,
    test::{debian_packages, outcome::StepOutcome},
};

/// The formats that other tools read.
const FORMATS: [&str; 7] = [
    "json",
    "json-array",
    "sarif",
    "gitlab",
    "junit",
    "checkstyle",
    "rdjson",
];

/// Needs Node and npm.
pub fn run() -> Result<StepOutcome> {
    if let Some(reason) = debian_packages::install_missing(&debian_packages::NODE) {
        return Ok(StepOutcome::Skipped(reason));
    }
    let readers = shell::root().join("tests/reports");
    dist::install_node_packages(&readers)?;
    let reports = shell::root().join("target/reports");
    fs::create_dir_all(&reports)?;
    let mut check = Command::new(shell::debug_binary("puppet-analyzer")?);
    check.current_dir(shell::root());
    check.args(["check", "--quiet", "--exit-zero"]);
    for format in FORMATS {
        let file = reports.join(format!("report.{format}"));
        check.args(["--output", &format!("{format}={}", file.display())]);
    }
    shell::run(check.args(["--statistics", "examples"]))?;
    let mut validate = Command::new("node");
    validate.arg(readers.join("validate.mjs")).arg(&reports);
    let figures = shell::output(&mut validate)?;
    Ok(StepOutcome::Passed(figures.trim().to_owned()))
}

//! No warning of the compiler or of clippy.

use anyhow::Result;

use crate::{shell, test::outcome::StepOutcome};

/// All packages with their tests, benches and examples.
pub fn run() -> Result<StepOutcome> {
    let arguments = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--keep-going",
        "--quiet",
        "--",
        "--deny",
        "warnings",
    ];
    shell::run(&mut shell::cargo(&arguments))?;
    Ok(StepOutcome::Passed("no warnings".to_owned()))
}

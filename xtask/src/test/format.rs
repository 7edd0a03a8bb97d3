//! The sources are formatted as rustfmt does it.

use anyhow::Result;

use crate::{shell, test::outcome::StepOutcome};

/// Compares; changes nothing.
pub fn run() -> Result<StepOutcome> {
    shell::run(&mut shell::cargo(&["fmt", "--all", "--check"]))?;
    Ok(StepOutcome::Passed("all sources".to_owned()))
}

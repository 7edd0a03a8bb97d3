//! The rules of the project that no compiler checks.

use anyhow::Result;

use crate::{test::outcome::StepOutcome, tidy};

/// See [`tidy`].
pub fn run() -> Result<StepOutcome> {
    tidy::run(&[])?;
    Ok(StepOutcome::Passed("all rules".to_owned()))
}

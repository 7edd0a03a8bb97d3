//! The rules of the project that no compiler checks.

use anyhow::Result;

use crate::{test::outcome::Outcome, tidy};

/// See [`tidy`].
pub fn run() -> Result<Outcome> {
    tidy::run(&[])?;
    Ok(Outcome::Passed("all rules".to_owned()))
}

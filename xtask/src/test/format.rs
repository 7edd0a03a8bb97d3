//! The sources are formatted as rustfmt does it.

use anyhow::Result;

use crate::{shell, test::outcome::Outcome};

/// Compares; changes nothing.
pub fn run() -> Result<Outcome> {
    shell::run(&mut shell::cargo(&["fmt", "--all", "--check"]))?;
    Ok(Outcome::Passed("all sources".to_owned()))
}

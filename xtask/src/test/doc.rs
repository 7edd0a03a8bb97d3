//! The documentation of the code builds, and its links lead somewhere.

use anyhow::Result;

use crate::{shell, test::outcome::StepOutcome};

/// Our packages only.
pub fn run() -> Result<StepOutcome> {
    let arguments = ["doc", "--workspace", "--no-deps", "--quiet"];
    let mut command = shell::cargo(&arguments);
    command.env("RUSTDOCFLAGS", "--deny warnings");
    shell::run(&mut command)?;
    Ok(StepOutcome::Passed("no warnings".to_owned()))
}

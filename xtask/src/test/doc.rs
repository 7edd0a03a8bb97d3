//! The documentation of the code builds, and its links lead somewhere.

use anyhow::Result;

use crate::{shell, test::outcome::Outcome};

/// Our packages only.
pub fn run() -> Result<Outcome> {
    let arguments = ["doc", "--workspace", "--no-deps", "--quiet"];
    let mut command = shell::cargo(&arguments);
    command.env("RUSTDOCFLAGS", "--deny warnings");
    shell::run(&mut command)?;
    Ok(Outcome::Passed("no warnings".to_owned()))
}

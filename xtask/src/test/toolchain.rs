//! Requirements of the other steps: parts of the Rust toolchain, and a linker.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{shell, test::outcome::StepOutcome};

/// Parts of the toolchain that a minimal installation lacks.
const COMPONENTS: &[(&str, &str)] = &[("clippy", "cargo-clippy"), ("rustfmt", "rustfmt")];

/// Installs what is missing.
pub fn run() -> Result<StepOutcome> {
    let version = shell::output(Command::new("rustc").arg("--version"))
        .context("there is no Rust toolchain")?;
    for (component, program) in COMPONENTS {
        if shell::output(Command::new(program).arg("--version")).is_err() {
            shell::say(&format!("installing {component}"));
            shell::run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    let linker = shell::output(Command::new("cc").arg("--version"));
    linker.context(
        "there is no C compiler, which Rust needs to link: apt-get install gcc libc6-dev",
    )?;
    Ok(StepOutcome::Passed(version.trim().to_owned()))
}

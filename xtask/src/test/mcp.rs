//! `puppet-analyzer mcp`, called by a client library of the protocol from npm.

use std::process::Command;

use anyhow::Result;

use crate::{
    dist, shell,
    test::{debian_packages, outcome::StepOutcome},
};

/// Needs Node and npm.
pub fn run() -> Result<StepOutcome> {
    if let Some(reason) = debian_packages::install_missing(&debian_packages::NODE) {
        return Ok(StepOutcome::Skipped(reason));
    }
    let client = shell::root().join("tests/mcp");
    if let Err(error) = dist::install_node_packages(&client) {
        let reason = format!("the client library cannot be installed: {error:#}");
        return Ok(StepOutcome::Skipped(reason));
    }
    let binary = shell::debug_binary("puppet-analyzer")?;
    let mut call = Command::new("node");
    call.arg(client.join("client.mjs")).arg(binary);
    let figures = shell::output(call.arg(shell::root().join("examples")))?;
    Ok(StepOutcome::Passed(figures.trim().to_owned()))
}

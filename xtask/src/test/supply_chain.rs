//! The dependencies: their licences, their sources, and no second version of one without a reason (`deny.toml`).

use anyhow::Result;

use super::outcome::StepOutcome;
use crate::shell;

/// Advisories need the network: the workflow looks at those.
pub(super) fn run() -> Result<StepOutcome> {
    if shell::output(&mut shell::cargo(&["deny", "--version"])).is_err() {
        let install = "cargo-deny is not installed: cargo install cargo-deny --locked";
        return Ok(StepOutcome::Skipped(install.to_owned()));
    }
    let checks = ["deny", "--offline", "check", "licenses", "bans", "sources"];
    shell::run(&mut shell::cargo(&checks))?;
    Ok(StepOutcome::Passed(
        "licences, versions and sources as in deny.toml".to_owned(),
    ))
}

//! The dependencies: their licences, their sources, and no second version of one without a reason (`deny.toml`).

use anyhow::Result;

use super::outcome::Outcome;
use crate::shell;

/// Advisories need the network: the workflow looks at those.
pub(super) fn run() -> Result<Outcome> {
    if shell::output(&mut shell::cargo(&["deny", "--version"])).is_err() {
        let install = "cargo-deny is not installed: cargo install cargo-deny --locked";
        return Ok(Outcome::Skipped(install.to_owned()));
    }
    let checks = ["deny", "--offline", "check", "licenses", "bans", "sources"];
    shell::run(&mut shell::cargo(&checks))?;
    Ok(Outcome::Passed(
        "licences, versions and sources as in deny.toml".to_owned(),
    ))
}

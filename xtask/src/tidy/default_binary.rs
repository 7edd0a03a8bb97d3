//! The binary of `cargo run`: the README's first command names no package, so only one with a binary may be a default.

use anyhow::Result;

use crate::tidy::workspace::CargoWorkspace;

const BINARY: &str = "crates/cli";

pub fn check(workspace: &CargoWorkspace) -> Result<Vec<String>> {
    let wrong = workspace.default_members != [BINARY];
    Ok(wrong
        .then(|| format!("Cargo.toml: default-members must be [\"{BINARY}\"]"))
        .into_iter()
        .collect())
}

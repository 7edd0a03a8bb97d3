//! The VS Code extension: its types, its bundle and its grammars.

use anyhow::Result;

use crate::{
    dist,
    test::{debian_packages, outcome::StepOutcome},
};

/// Needs Node and npm.
pub fn run() -> Result<StepOutcome> {
    if let Some(reason) = debian_packages::install_missing(&debian_packages::NODE) {
        return Ok(StepOutcome::Skipped(reason));
    }
    dist::install_node_packages(&dist::extension_folder())?;
    for script in ["check", "build", "test"] {
        dist::npm_script(script)?;
    }
    Ok(StepOutcome::Passed("types, bundle and grammars".to_owned()))
}

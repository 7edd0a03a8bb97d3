//! The small public repositories of the primer, where clones of them are at hand.

use std::env;
use std::path::PathBuf;

use anyhow::Result;

use super::outcome::Outcome;
use crate::primer;

/// The variable with the folder of the clones.
const CLONES: &str = "PUPPET_ANALYZER_CLONES";

pub(super) fn run() -> Result<Outcome> {
    let Some(clones) = env::var_os(CLONES).map(PathBuf::from) else {
        return Ok(Outcome::Skipped(format!(
            "{CLONES} names no folder of clones"
        )));
    };
    Ok(match primer::check_small(&clones)? {
        Some(()) => Outcome::Passed("no panic, and every error has a verdict".to_owned()),
        None => Outcome::Skipped(format!("there are no clones in {}", clones.display())),
    })
}

//! The small public repositories of the primer, where clones of them are at hand.

use std::env;
use std::path::PathBuf;

use anyhow::Result;

use super::outcome::StepOutcome;
use crate::primer;

/// The variable with the folder of the clones.
const CLONES: &str = "PUPPET_ANALYZER_CLONES";

pub(super) fn run() -> Result<StepOutcome> {
    let Some(clones) = env::var_os(CLONES).map(PathBuf::from) else {
        return Ok(StepOutcome::Skipped(format!(
            "{CLONES} names no folder of clones"
        )));
    };
    Ok(match primer::check_small(&clones)? {
        Some(()) => StepOutcome::Passed("no panic, and every error has a verdict".to_owned()),
        None => StepOutcome::Skipped(format!("there are no clones in {}", clones.display())),
    })
}

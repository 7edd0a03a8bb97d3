//! The archive: everything in one folder, as `.zip` for Windows and as `.tar.gz` for others.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::staging::Staging;
use crate::shell;

/// Builds it with `tar`, which Windows has too.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let extension = match staging.target.contains("windows") {
        true => "zip",
        false => "tar.gz",
    };
    let file = staging
        .packages
        .join(format!("{}.{extension}", staging.name));
    let mut tar = Command::new("tar");
    tar.args(["-a", "-c", "-f"]).arg(&file).arg("-C");
    shell::run(tar.arg(&staging.packages).arg(&staging.name))?;
    Ok(file)
}

//! Measurements.

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;

use crate::shell;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// What an editor waits for.
    Lsp,
}

/// Manifests of Debian's modules: an ordinary one, and the largest.
const MANIFESTS: [&str; 2] = ["apache/manifests/vhost.pp", "oci/manifests/controller.pp"];

pub fn run(what: What, workspace: &Path) -> Result<()> {
    let What::Lsp = what;
    let folder = workspace.display().to_string();
    let manifests = MANIFESTS.map(|manifest| format!("{folder}/{manifest}"));
    let mut arguments = vec!["bench", "-p", "puppet-analyzer", "--bench", "lsp", "--"];
    arguments.extend(["--workspace", &folder]);
    arguments.extend(
        manifests
            .iter()
            .filter(|it| Path::new(it).is_file())
            .map(String::as_str),
    );
    shell::run(&mut shell::cargo(&arguments))
}

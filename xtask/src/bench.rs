//! Measurements.

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;

use crate::shell;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchKind {
    /// What an editor waits for while it is used.
    Lsp,
    /// What it waits for at the start.
    Index,
    /// What a lookup in Hiera takes.
    Lookup,
    /// What ten times as many modules cost.
    Scale,
}

/// Manifests of Debian's modules: an ordinary one, a long one, and the longest.
const MANIFESTS: [&str; 3] = [
    "nova/manifests/compute.pp",
    "apache/manifests/vhost.pp",
    "oci/manifests/controller.pp",
];

pub fn run(what: BenchKind, workspace: &Path) -> Result<()> {
    let name = match what {
        BenchKind::Lsp => "lsp",
        BenchKind::Index => "index",
        BenchKind::Lookup => "lookup",
        BenchKind::Scale => "scale",
    };
    let folder = workspace.display().to_string();
    let mut arguments = vec!["bench", "-p", "puppet-analyzer", "--bench", name, "--"];
    if what != BenchKind::Lookup {
        arguments.extend(["--workspace", &folder]);
    }
    let manifests = MANIFESTS.map(|manifest| format!("{folder}/{manifest}"));
    if what == BenchKind::Lsp {
        let manifests = manifests.iter().filter(|it| Path::new(it).is_file());
        arguments.extend(manifests.map(String::as_str));
    }
    shell::run(&mut shell::cargo(&arguments))
}

//! `cargo xtask stubs`: the stub library of public modules, from checkouts of their versions.
//!
//! Only facts are taken over: names, types, defaults that are literals, what is required. No code, no documentation.

mod checkouts;
mod families;
mod interface;
mod puppet;
mod ruby;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use puppet_scalars::SemVer;

use crate::shell;
use interface::Interface;

/// Options of `cargo xtask stubs`.
#[derive(Debug, Args)]
pub struct StubsOptions {
    /// Checkouts of modules: a folder with a `metadata.json`, or a Git repository, of which every released version is
    /// read. The stub of a module is made from all of its checkouts.
    modules: Vec<PathBuf>,
}

/// Where the stubs of modules are checked in.
const FOLDER: &str = "crates/library/module_stubs";

/// Runs the task.
pub fn run(options: &StubsOptions) -> Result<()> {
    let mut modules: BTreeMap<String, Vec<(SemVer, Interface)>> = BTreeMap::new();
    for path in &options.modules {
        for interface in checkouts::read(path)? {
            match SemVer::parse(&interface.version) {
                Ok(version) => modules
                    .entry(interface.name.clone())
                    .or_default()
                    .push((version, interface)),
                Err(_) => shell::say(&format!(
                    "{}: '{}' is no version",
                    path.display(),
                    interface.version
                )),
            }
        }
    }
    let folder = shell::root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    for (name, versions) in modules {
        let found: Vec<&str> = versions.iter().map(|(_, it)| it.version.as_str()).collect();
        let found = found.join(", ");
        let text = families::text(versions);
        shell::say(&format!("{name}: {} bytes, from {found}", text.len()));
        fs::write(folder.join(format!("{name}.stub")), text)?;
    }
    table::write(&folder)
}

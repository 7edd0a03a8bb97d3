//! The package for Fedora, RHEL and SUSE, by `rpmbuild`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::staging::{SUMMARY, Staging, write};
use crate::shell;

const SPEC: &str = include_str!("templates/package.spec");

/// Where zsh looks for completions there.
const ZSH: &str = "usr/share/zsh/site-functions/_puppet-analyzer";

/// Builds the package.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let folder = staging.folder_of("rpm")?;
    let tree = folder.join("tree");
    let files = staging.copy_into_system(&tree, ZSH)?;
    let files: Vec<_> = files.iter().map(|file| format!("/{file}")).collect();
    let requires = match staging.target.ends_with("gnu") {
        true => "Requires: glibc",
        false => "",
    };
    let spec = SPEC
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@SUMMARY@", SUMMARY)
        .replace("@LICENSE@", env!("CARGO_PKG_LICENSE"))
        .replace("@URL@", env!("CARGO_PKG_REPOSITORY"))
        .replace("@REQUIRES@", requires)
        .replace("@TREE@", &tree.to_string_lossy())
        .replace("@FILES@", &files.join("\n"));
    let path = folder.join("puppet-analyzer.spec");
    write(&path, &spec)?;
    let file = staging.packages.join(format!("{}.rpm", staging.name));
    let mut build = Command::new("rpmbuild");
    build.args(["-bb", "--quiet", "--target", staging.architecture()]);
    for (name, value) in [
        ("_topdir", folder.join("build")),
        ("_rpmdir", folder.join("out")),
    ] {
        build.args(["--define", &format!("{name} {}", value.display())]);
    }
    build.args(["--define", "_rpmfilename puppet-analyzer.rpm"]);
    shell::run(build.arg(&path))?;
    fs::rename(folder.join("out/puppet-analyzer.rpm"), &file)?;
    fs::remove_dir_all(&folder)?;
    Ok(file)
}

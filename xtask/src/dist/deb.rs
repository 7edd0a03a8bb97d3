//! The package for Debian and Ubuntu, by `dpkg-deb`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::staging::{SUMMARY, Staging, write};
use crate::shell;

/// Where Debian's zsh looks for completions.
const ZSH: &str = "usr/share/zsh/vendor-completions/_puppet-analyzer";

/// Builds the package.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let root = staging.folder_of("deb")?;
    staging.copy_into_system(&root, ZSH)?;
    write(&root.join("DEBIAN/control"), &control(staging)?)?;
    let file = staging.packages.join(format!("{}.deb", staging.name));
    let mut dpkg = Command::new("dpkg-deb");
    dpkg.args(["--root-owner-group", "--build"]);
    shell::run(dpkg.arg(&root).arg(&file))?;
    fs::remove_dir_all(&root)?;
    Ok(file)
}

/// What Debian knows of the package.
fn control(staging: &Staging) -> Result<String> {
    let architecture = match staging.architecture() {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => anyhow::bail!("Debian has no name for {other}"),
    };
    let depends = match staging.target.ends_with("gnu") {
        true => "Depends: libc6, libgcc-s1\n",
        false => "",
    };
    Ok(format!(
        "Package: puppet-analyzer\n\
         Version: {}\n\
         Architecture: {architecture}\n\
         {depends}\
         Section: devel\n\
         Priority: optional\n\
         Maintainer: puppet-analyzer <maintainers@puppet-analyzer.invalid>\n\
         Homepage: {}\n\
         Description: {SUMMARY}\n \
         Checks manifests, templates, modules and Hiera data, and serves editors.\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    ))
}

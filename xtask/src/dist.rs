//! `cargo xtask dist`: the server in the profile `dist`, and the VS Code extension with the server inside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// Builds everything; prints where the extension is.
pub fn run() -> Result<()> {
    shell::run(&mut shell::cargo(&[
        "build",
        "--profile",
        "dist",
        "--package",
        "puppet-analyzer",
    ]))?;
    let package = package(&shell::root().join("target/dist").join(binary_name()))?;
    shell::say(&format!("{}", package.display()));
    Ok(())
}

/// The folder of the VS Code extension.
pub fn extension_folder() -> PathBuf {
    shell::root().join("editors/code")
}

/// The file name of the server.
pub fn binary_name() -> String {
    format!("puppet-analyzer{}", std::env::consts::EXE_SUFFIX)
}

/// Installs the packages of a folder, as its lock file says.
pub fn install_node_packages(folder: &Path) -> Result<()> {
    shell::run(npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder))
}

/// Runs a script of the extension's `package.json`.
pub fn npm_script(script: &str) -> Result<()> {
    shell::run(npm(&["run", "--silent", script]).current_dir(extension_folder()))
}

/// Makes a VSIX with the given server inside, and gives its path.
pub fn package(server: &Path) -> Result<PathBuf> {
    let folder = extension_folder();
    let inside = folder.join("bin");
    fs::create_dir_all(&inside)?;
    fs::copy(server, inside.join(binary_name()))
        .with_context(|| format!("cannot copy {}", server.display()))?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        fs::copy(shell::root().join(file), folder.join(file))?;
    }
    install_node_packages(&folder)?;
    npm_script("package")?;
    Ok(folder.join("puppet-analyzer.vsix"))
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments);
    command
}

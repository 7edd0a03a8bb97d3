//! `cargo xtask dist`: the packages of a release, and the VS Code extension with the server inside.

mod archive;
mod checksums;
mod deb;
mod gem;
mod npm;
mod rpm;
mod sbom;
mod staging;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::ValueEnum as _;

use crate::shell;
use staging::Staging;

pub use wheel::PYTHON;

/// The options of `dist`.
#[derive(Debug, clap::Args)]
pub struct DistOptions {
    /// Only these packages [default: all].
    #[arg(value_enum)]
    pub packages: Vec<Package>,
    /// The target, as Rust names it [default: this computer].
    #[arg(long)]
    pub target: Option<String>,
    /// The profile of the build.
    #[arg(long, default_value = "dist")]
    pub profile: String,
}

/// A package of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Package {
    /// The binary with its man pages and completions.
    Archive,
    /// The same for Debian and Ubuntu.
    Deb,
    /// The same for Fedora, RHEL and SUSE.
    Rpm,
    /// The binary for `pip`.
    Wheel,
    /// The binary for `npm`.
    Npm,
    /// The binary for RubyGems.
    Gem,
    /// The VS Code extension with the server inside.
    Vsix,
    /// The list of all crates in the binary, in the format of CycloneDX.
    Sbom,
}

impl Package {
    /// Whether systems of a target have such packages.
    fn is_for(self, target: &str) -> bool {
        !matches!(self, Self::Deb | Self::Rpm) || target.contains("linux")
    }

    fn build(self, staging: &Staging) -> Result<Vec<PathBuf>> {
        let one = match self {
            Self::Archive => archive::build(staging)?,
            Self::Deb => deb::build(staging)?,
            Self::Rpm => rpm::build(staging)?,
            Self::Wheel => wheel::build(staging)?,
            Self::Npm => return Ok(vec![npm::build(staging)?, npm::build_launcher(staging)?]),
            Self::Gem => gem::build(staging)?,
            Self::Vsix => {
                let to = staging.packages.join(format!("{}.vsix", staging.name));
                fs::copy(package(&staging.binary())?, &to)?;
                to
            }
            Self::Sbom => sbom::write(staging)?,
        };
        Ok(vec![one])
    }
}

/// Builds the packages, with their checksums, and prints where they are.
pub fn run(options: &DistOptions) -> Result<()> {
    let folder = shell::root().join("target/packages");
    for (_, files) in build_packages(options, &folder)? {
        for file in files {
            shell::say(&format!("{}", file.display()));
        }
    }
    checksums::write(&folder)
}

/// Builds the packages into a folder, and gives their files.
pub fn build_packages(
    options: &DistOptions,
    folder: &Path,
) -> Result<Vec<(Package, Vec<PathBuf>)>> {
    let binary = build(options)?;
    let target = match &options.target {
        Some(target) => target.clone(),
        None => host()?,
    };
    fs::create_dir_all(folder)?;
    let wanted = match options.packages.is_empty() {
        true => Package::value_variants(),
        false => &options.packages,
    };
    let staging = Staging::new(&binary, &target, folder)?;
    let mut built = Vec::new();
    for package in wanted.iter().filter(|it| it.is_for(&target)) {
        let files = package.build(&staging);
        built.push((*package, files.with_context(|| format!("{package:?}"))?));
    }
    staging.remove()?;
    Ok(built)
}

/// Builds the binary, and gives its path.
fn build(options: &DistOptions) -> Result<PathBuf> {
    let profile = &options.profile;
    let mut arguments = vec!["build", "--profile", profile];
    match profile == "dev" {
        true => arguments.extend(
            ["--bin", "puppet-analyzer"]
                .into_iter()
                .chain(shell::AS_FOR_TESTS),
        ),
        false => arguments.extend(["--package", "puppet-analyzer"]),
    }
    let mut folder = shell::root().join("target");
    if let Some(target) = &options.target {
        arguments.extend(["--target", target]);
        folder.push(target);
    }
    let mut cargo = shell::cargo(&arguments);
    if let Some(commit) = commit() {
        let target = options.target.clone().map_or_else(host, Ok)?;
        cargo.env("PUPPET_ANALYZER_BUILD", format!("{commit} {target}"));
    }
    shell::run(&mut cargo)?;
    folder.push(if profile == "dev" { "debug" } else { profile });
    Ok(folder.join(binary_name()))
}

/// The commit that is built, and its date; `None` where the source is in no repository.
fn commit() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%h %cs"]);
    let commit = shell::output(git.current_dir(shell::root())).ok()?;
    Some(commit.trim().to_owned())
}

/// The target of this computer.
fn host() -> Result<String> {
    let version = shell::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_owned())
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

//! The packages for `npm`: one for each system that carries its binary, and one that chooses among them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use super::staging::{SUMMARY, Staging, copy, write};
use crate::shell;

const LAUNCHER: &str = include_str!("templates/npm-launcher.js");

/// The targets with the names of their packages, and the operating system, processor and C library that npm asks for.
const TARGETS: [(&str, &str, [&str; 3]); 7] = [
    (
        "x86_64-unknown-linux-gnu",
        "linux-x64",
        ["linux", "x64", "glibc"],
    ),
    (
        "aarch64-unknown-linux-gnu",
        "linux-arm64",
        ["linux", "arm64", "glibc"],
    ),
    (
        "x86_64-unknown-linux-musl",
        "linux-x64-musl",
        ["linux", "x64", "musl"],
    ),
    (
        "aarch64-unknown-linux-musl",
        "linux-arm64-musl",
        ["linux", "arm64", "musl"],
    ),
    ("x86_64-apple-darwin", "darwin-x64", ["darwin", "x64", ""]),
    (
        "aarch64-apple-darwin",
        "darwin-arm64",
        ["darwin", "arm64", ""],
    ),
    ("x86_64-pc-windows-msvc", "win32-x64", ["win32", "x64", ""]),
];

/// Builds the package that carries the binary of the target.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let found = TARGETS
        .iter()
        .find(|(target, ..)| *target == staging.target);
    let Some((_, name, [os, cpu, libc])) = found else {
        bail!("npm has no name for {}", staging.target);
    };
    let folder = staging.folder_of("npm")?;
    copy(&staging.binary(), &folder.join("bin").join(&staging.binary))?;
    let mut package = manifest(&format!("@puppet-analyzer/{name}"));
    package.insert("os".into(), json!([os]));
    package.insert("cpu".into(), json!([cpu]));
    if !libc.is_empty() {
        package.insert("libc".into(), json!([libc]));
    }
    pack(staging, &folder, package)
}

/// Builds the package that users name: it is the same for all targets.
pub fn build_launcher(staging: &Staging) -> Result<PathBuf> {
    let folder = staging.folder_of("npm")?;
    let launcher = "bin/puppet-analyzer.js";
    write(&folder.join(launcher), LAUNCHER)?;
    copy(&staging.root.join("README.md"), &folder.join("README.md"))?;
    let mut package = manifest("puppet-analyzer");
    package.insert("bin".into(), json!({ "puppet-analyzer": launcher }));
    let all = TARGETS.iter().map(|(_, name, _)| {
        let version = env!("CARGO_PKG_VERSION").into();
        (format!("@puppet-analyzer/{name}"), version)
    });
    let all: Map<String, Value> = all.collect();
    package.insert("optionalDependencies".into(), all.into());
    pack(staging, &folder, package)
}

/// What all packages say of themselves.
fn manifest(name: &str) -> Map<String, Value> {
    let fields = [
        ("name", name),
        ("version", env!("CARGO_PKG_VERSION")),
        ("description", SUMMARY),
        ("license", env!("CARGO_PKG_LICENSE")),
        ("homepage", env!("CARGO_PKG_REPOSITORY")),
    ];
    let mut manifest: Map<String, Value> = fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.into()))
        .collect();
    manifest.insert("files".into(), json!(["bin"]));
    manifest
}

/// Packs a folder, and removes it.
fn pack(staging: &Staging, folder: &Path, package: Map<String, Value>) -> Result<PathBuf> {
    let text = serde_json::to_string_pretty(&package)?;
    write(&folder.join("package.json"), &text)?;
    let mut npm = super::npm(&["pack", "--silent", "--pack-destination"]);
    let printed = shell::output(npm.arg(&staging.packages).current_dir(folder))?;
    let name = printed.lines().last().context("npm names no package")?;
    fs::remove_dir_all(folder)?;
    Ok(staging.packages.join(name))
}

//! The package for `pip`: a wheel that carries the binary.
//!
//! Source: the binary distribution format of the Python packaging guide.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::staging::{SUMMARY, Staging, copy, write};
use crate::shell;

/// The interpreter that makes the archive.
pub const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// Builds the package.
pub fn build(staging: &Staging) -> Result<PathBuf> {
    let version = env!("CARGO_PKG_VERSION");
    let folder = staging.folder_of("wheel")?;
    let tag = format!("py3-none-{}", platform(&staging.target)?);
    let data = format!("puppet_analyzer-{version}.data");
    let info = format!("puppet_analyzer-{version}.dist-info");
    let script = format!("{data}/scripts/{}", staging.binary);
    copy(&staging.binary(), &folder.join(&script))?;
    let readme = fs::read_to_string(staging.root.join("README.md"))?;
    let metadata = format!(
        "Metadata-Version: 2.1\nName: puppet-analyzer\nVersion: {version}\nSummary: {SUMMARY}\n\
         License: {}\nProject-URL: Source, {}\nRequires-Python: >=3.7\n\
         Description-Content-Type: text/markdown\n\n{readme}",
        env!("CARGO_PKG_LICENSE"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    let wheel = format!(
        "Wheel-Version: 1.0\nGenerator: cargo xtask dist\nRoot-Is-Purelib: false\nTag: {tag}\n"
    );
    let metadata_file = format!("{info}/METADATA");
    let wheel_file = format!("{info}/WHEEL");
    write(&folder.join(&metadata_file), &metadata)?;
    write(&folder.join(&wheel_file), &wheel)?;
    let mut record = String::new();
    for file in [&script, &metadata_file, &wheel_file] {
        writeln!(record, "{file},{}", digest(&folder.join(file))?)?;
    }
    writeln!(record, "{info}/RECORD,,")?;
    write(&folder.join(format!("{info}/RECORD")), &record)?;
    let name = format!("puppet_analyzer-{version}-{tag}.whl");
    let file = staging.packages.join(name);
    let mut zip = Command::new(PYTHON);
    zip.args(["-m", "zipfile", "-c"]).arg(&file);
    shell::run(zip.args([data, info]).current_dir(&folder))?;
    fs::remove_dir_all(&folder)?;
    Ok(file)
}

/// The checksum and the size of a file, as a wheel records them.
fn digest(path: &Path) -> Result<String> {
    let bytes = fs::read(path)?;
    let digest = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&bytes));
    Ok(format!("sha256={digest},{}", bytes.len()))
}

/// The target as `pip` names it. A binary for the C library of this computer needs this version of it, or a newer one.
fn platform(target: &str) -> Result<String> {
    Ok(match target {
        "x86_64-unknown-linux-gnu" => format!("manylinux_{}_x86_64", libc_version()?),
        "aarch64-unknown-linux-gnu" => format!("manylinux_{}_aarch64", libc_version()?),
        // Without a C library, it runs with each of them.
        "x86_64-unknown-linux-musl" => "manylinux2014_x86_64.musllinux_1_1_x86_64".to_owned(),
        "aarch64-unknown-linux-musl" => "manylinux2014_aarch64.musllinux_1_1_aarch64".to_owned(),
        "x86_64-apple-darwin" => "macosx_10_12_x86_64".to_owned(),
        "aarch64-apple-darwin" => "macosx_11_0_arm64".to_owned(),
        "x86_64-pc-windows-msvc" => "win_amd64".to_owned(),
        other => bail!("pip has no name for {other}"),
    })
}

/// The version of this computer's C library: `2_36`.
fn libc_version() -> Result<String> {
    let text = shell::output(Command::new("getconf").arg("GNU_LIBC_VERSION"))?;
    let version = text.split_whitespace().nth(1);
    Ok(version
        .context("getconf names no version")?
        .replace('.', "_"))
}

//! Files that a task generates: formatted, written, and compared.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};

use crate::shell;

/// What is done with the text of a generated file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It is written.
    Write,
    /// It is compared with the file: an error if they differ.
    Check,
}

/// The first line of every generated Rust file; `source` is the table that it is made from.
pub fn header(source: &str) -> String {
    format!(
        "//! Generated from `{source}` by `cargo xtask codegen`: edit the table, not this file.\n\n"
    )
}

/// Formats the text of a Rust file, and writes it to (or compares it with) `path`, which is relative to the workspace.
pub fn rust_file(path: &str, text: &str, mode: Mode) -> Result<()> {
    file(
        path,
        &format(text).with_context(|| format!("cannot format {path}"))?,
        mode,
    )
}

/// Writes the text to (or compares it with) the file at `path`, which is relative to the workspace.
pub fn file(path: &str, text: &str, mode: Mode) -> Result<()> {
    let full = shell::root().join(path);
    let current = fs::read_to_string(&full).unwrap_or_default();
    if current == text {
        return Ok(());
    }
    if mode == Mode::Check {
        bail!("{path} is stale: run `cargo xtask codegen`");
    }
    fs::create_dir_all(full.parent().unwrap_or(Path::new(".")))?;
    fs::write(&full, text).with_context(|| format!("cannot write {path}"))?;
    shell::say(&format!("wrote {path}"));
    Ok(())
}

/// Rust code as rustfmt writes it.
pub(crate) fn format(text: &str) -> Result<String> {
    let mut command = Command::new("rustfmt");
    command
        .args(["--edition", "2024"])
        .current_dir(shell::root());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start rustfmt")?;
    child
        .stdin
        .take()
        .context("rustfmt has no input")?
        .write_all(text.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(
        output.status.success(),
        "rustfmt failed ({})",
        output.status
    );
    Ok(String::from_utf8(output.stdout)?)
}

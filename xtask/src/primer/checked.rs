//! One run of `check` on a repository: its diagnostics, how long it took, and how much memory.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result};
use serde_json::Value;

/// A diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PrimerDiagnostic {
    /// The path in the repository.
    pub(super) file: String,
    pub(super) at: u64,
    pub(super) rule: String,
    pub(super) severity: String,
    pub(super) message: String,
}

/// What a run found.
#[derive(Debug, Default)]
pub(super) struct PrimerRun {
    pub(super) diagnostics: Vec<PrimerDiagnostic>,
    pub(super) seconds: f64,
    pub(super) peak_kilobytes: u64,
    pub(super) panics: usize,
}

impl PrimerDiagnostic {
    /// `manifests/init.pp:3: error [T202] …`
    pub(super) fn line(&self) -> String {
        format!(
            "{}:{}: {} [{}] {}",
            self.file, self.at, self.severity, self.rule, self.message
        )
    }

    fn read(line: &str, root: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let file = text("file")?;
        let below = file
            .strip_prefix(root)
            .map(|below| below.trim_start_matches('/').to_owned());
        Some(Self {
            file: below.unwrap_or(file),
            at: value.get("line").and_then(Value::as_u64)?,
            rule: text("code")?,
            severity: text("severity")?,
            message: text("message")?,
        })
    }
}

/// Checks a folder with a build. What is installed on this computer does not count.
pub(super) fn check(binary: &Path, folder: &Path) -> Result<PrimerRun> {
    let settings = folder.with_extension("toml");
    fs::write(&settings, "installed-modules = false\n")?;
    let start = Instant::now();
    let mut child = Command::new(binary)
        .args(["check", "--no-gitignore", "--format", "json", "."])
        .arg("--config")
        .arg(settings)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", binary.display()))?;
    let out = child.stdout.take().context("no output")?;
    let mut errors = child.stderr.take().context("no errors")?;
    let errors = thread::spawn(move || {
        let mut text = String::new();
        // What is no text is no panic.
        let _ = errors.read_to_string(&mut text);
        text
    });
    let root = folder.display().to_string();
    let lines = thread::spawn(move || -> Vec<PrimerDiagnostic> {
        let lines = BufReader::new(out).lines().map_while(Result::ok);
        lines
            .filter_map(|line| PrimerDiagnostic::read(&line, &root))
            .collect()
    });
    let mut checked = PrimerRun::default();
    while child.try_wait()?.is_none() {
        checked.peak_kilobytes = checked
            .peak_kilobytes
            .max(peak(child.id()).unwrap_or_default());
        thread::sleep(Duration::from_millis(5));
    }
    checked.seconds = start.elapsed().as_secs_f64();
    checked.diagnostics = lines.join().unwrap_or_default();
    checked.diagnostics.sort();
    let errors = errors.join().unwrap_or_default();
    let internal = checked
        .diagnostics
        .iter()
        .filter(|it| it.message.contains("internal error"))
        .count();
    checked.panics = errors.matches("panicked at").count() + internal;
    Ok(checked)
}

/// The most memory that a process has had so far, in kilobytes; only Linux tells.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

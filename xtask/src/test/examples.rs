//! The site in `examples/` is clean but for the mistakes that were planted in it.
//!
//! A planted mistake is announced by a comment at the end of its line or on the line above: `# expect: T202`, or
//! `# expect: T202 S001` for several.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{shell, test::Outcome};

const SITE: &str = "examples";
const MARK: &str = "# expect:";

/// A finding: file, line (from 1), code.
type Finding = (String, u64, String);

/// Checks the site, and compares.
pub fn run() -> Result<Outcome> {
    if !shell::root().join(SITE).is_dir() {
        return Ok(Outcome::Skipped(format!("there is no folder {SITE}")));
    }
    let mut expected = BTreeSet::new();
    planted(&shell::root().join(SITE), &mut expected)?;
    let arguments = [
        "run",
        "--quiet",
        "--package",
        "puppet-analyzer",
        "--",
        "check",
        SITE,
        "--format",
        "json",
    ];
    let output = shell::cargo(&arguments)
        .output()
        .context("cannot start cargo")?;
    let text = String::from_utf8(output.stdout)?;
    let found: BTreeSet<Finding> = text.lines().map(finding).collect::<Result<_>>()?;
    let missed: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    ensure!(
        missed.is_empty() && surplus.is_empty(),
        "planted and not found: {missed:?}; found and not planted: {surplus:?}"
    );
    ensure!(
        output.status.code() == Some(1),
        "check ended with {}, not with 1 (errors found)",
        output.status
    );
    Ok(Outcome::Passed(format!(
        "{} planted mistakes, found exactly those",
        expected.len()
    )))
}

fn finding(line: &str) -> Result<Finding> {
    let row: Value =
        serde_json::from_str(line).with_context(|| format!("check printed {line:?}"))?;
    let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
    Ok((
        text("file"),
        row["line"].as_u64().unwrap_or_default(),
        text("code"),
    ))
}

/// Reads the announcements of all files below a folder.
fn planted(folder: &Path, found: &mut BTreeSet<Finding>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            planted(&path, found)?;
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let file = path.strip_prefix(shell::root())?.display().to_string();
        for (index, line) in text.lines().enumerate() {
            let Some((before, codes)) = line.split_once(MARK) else {
                continue;
            };
            let target = if before.trim().is_empty() {
                index + 2
            } else {
                index + 1
            };
            let codes = codes.split_whitespace();
            found.extend(codes.map(|code| (file.clone(), target as u64, code.to_owned())));
        }
    }
    Ok(())
}

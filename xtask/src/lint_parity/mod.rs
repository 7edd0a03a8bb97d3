//! `cargo xtask lint-parity`: compares the rules that are checks of puppet-lint with the real ones, on the same files.
//!
//! puppet-lint and its plugins are looked for where the options say; they are no part of this project. Two diagnostics are
//! equal if they have the same check, file and line.

mod differences;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::{codegen_rules, shell};
use differences::{Difference, Side};

/// The program that runs puppet-lint.
const PROBLEMS: &str = include_str!("problems.rb");

/// The least share of equal diagnostics.
const LEAST_EQUAL: f64 = 0.995;

/// What is compared.
#[derive(Debug, Args)]
pub struct LintParityOptions {
    /// A checkout of puppet-lint; without it, an installed one.
    #[arg(long)]
    puppet_lint: Option<PathBuf>,
    /// Checkouts of plugins.
    #[arg(long, num_args = 1..)]
    plugins: Vec<PathBuf>,
    /// A folder of modules.
    #[arg(long, default_value = "/usr/share/puppet/modules")]
    modules: PathBuf,
    /// The checker; a release build is made if none is given.
    #[arg(long)]
    analyzer: Option<PathBuf>,
    /// A file for what puppet-lint prints: if it is there, puppet-lint is not run.
    #[arg(long)]
    reference: Option<PathBuf>,
    /// So many differences of each check are printed.
    #[arg(long, default_value_t = 5)]
    show: usize,
}

/// What is reported: for each check, the files with the lines.
type Reported = BTreeMap<String, BTreeSet<(PathBuf, u64)>>;

/// One run of a checker.
struct CheckerRun {
    reported: Reported,
    seconds: f64,
}

/// Compares; an error if too little is equal, or a difference is not explained.
pub fn run(options: &LintParityOptions) -> Result<()> {
    let theirs = puppet_lint(options)?;
    let checks: Vec<String> = theirs.reported.keys().cloned().collect();
    let ours = analyzer(options, &theirs.reported)?;
    let differences = differences::read()?;
    let (mut equal, mut all, mut unexplained) = (0, 0, 0);
    let mut explained = vec![0; differences.len()];
    let none = BTreeSet::new();
    for check in &checks {
        let (their, our) = (
            &theirs.reported[check],
            ours.reported.get(check).unwrap_or(&none),
        );
        equal += their.intersection(our).count();
        all += their.union(our).count();
        if their == our {
            continue;
        }
        shell::say(&format!(
            "{check}: {} of puppet-lint, {} of ours",
            their.len(),
            our.len()
        ));
        let mut shown = 0;
        let their_only = their.difference(our).map(|it| (Side::Theirs, it));
        for (side, (file, line)) in
            their_only.chain(our.difference(their).map(|it| (Side::Ours, it)))
        {
            let is_it = |it: &Difference| it.explains(check, side, file);
            match differences.iter().position(is_it) {
                Some(index) => {
                    explained[index] += 1;
                    if differences[index].is_of_files() {
                        all -= 1;
                    }
                }
                None => {
                    unexplained += 1;
                    shown += 1;
                    if shown <= options.show {
                        shell::say(&format!("  {side:?}: {}:{line}", file.display()));
                    }
                }
            }
        }
    }
    for (difference, count) in differences
        .iter()
        .zip(&explained)
        .filter(|(_, count)| **count > 0)
    {
        shell::say(&format!("{count} explained: {difference}"));
    }
    let share = f64::from(equal as u32) / f64::from((all as u32).max(1));
    shell::say(&format!(
        "{} checks: {equal} of {all} equal ({:.2} %), {unexplained} not explained",
        checks.len(),
        100.0 * share
    ));
    shell::say(&format!(
        "puppet-lint {:.1} s, ours {:.1} s: {:.0} times as fast",
        theirs.seconds,
        ours.seconds,
        theirs.seconds / ours.seconds
    ));
    if unexplained > 0 || share < LEAST_EQUAL {
        bail!("the rules differ from puppet-lint");
    }
    Ok(())
}

/// All manifests below a folder, through symbolic links, as modules of a distribution are some.
fn manifests(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            manifests(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "pp") {
            files.insert(path);
        }
    }
    Ok(())
}

/// What puppet-lint and the plugins report, with all checks turned on.
fn puppet_lint(options: &LintParityOptions) -> Result<CheckerRun> {
    let text = match &options.reference {
        Some(path) if path.is_file() => fs::read_to_string(path)?,
        _ => run_puppet_lint(options)?,
    };
    if let Some(path) = &options.reference {
        fs::write(path, &text)?;
    }
    let mut run = CheckerRun {
        reported: Reported::new(),
        seconds: 0.0,
    };
    for line in text.lines() {
        let value: Value = serde_json::from_str(line)?;
        if let Some(seconds) = value.get("seconds").and_then(Value::as_f64) {
            run.seconds = seconds;
            let checks = value.get("checks").and_then(Value::as_array);
            for check in checks.into_iter().flatten().filter_map(Value::as_str) {
                run.reported.entry(check.to_owned()).or_default();
            }
        } else if let Some(check) = value.get("check").and_then(Value::as_str) {
            let at = place(&value, "path").context("a problem without a place")?;
            run.reported.entry(check.to_owned()).or_default().insert(at);
        } else {
            shell::say(&format!("puppet-lint fails: {line}"));
        }
    }
    ensure!(!run.reported.is_empty(), "puppet-lint has no checks");
    Ok(run)
}

fn run_puppet_lint(options: &LintParityOptions) -> Result<String> {
    let folder = env::temp_dir().join(format!("lint-parity-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let (program, list) = (folder.join("problems.rb"), folder.join("files"));
    fs::write(&program, PROBLEMS)?;
    let mut files = BTreeSet::new();
    manifests(&options.modules, &mut files)?;
    let names: Vec<String> = files.iter().map(|it| it.display().to_string()).collect();
    fs::write(&list, names.join("\n") + "\n")?;
    let mut command = Command::new("ruby");
    let mut plugins = Vec::new();
    for checkout in options.puppet_lint.iter().chain(&options.plugins) {
        command.arg("-I").arg(checkout.join("lib"));
    }
    for checkout in &options.plugins {
        let folder = checkout.join("lib/puppet-lint/plugins");
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            plugins.push(format!("puppet-lint/plugins/{stem}"));
        }
    }
    plugins.sort();
    let text = shell::output(command.arg(program).arg(list).args(plugins));
    fs::remove_dir_all(folder)?;
    text
}

/// What our rules with the names of the checks report.
fn analyzer(options: &LintParityOptions, theirs: &Reported) -> Result<CheckerRun> {
    let binary = match &options.analyzer {
        Some(binary) => binary.clone(),
        None => {
            let build = ["build", "--release", "--package", "puppet-analyzer"];
            shell::run(&mut shell::cargo(&build))?;
            shell::root().join("target/release/puppet-analyzer")
        }
    };
    let rules = codegen_rules::checks_of_puppet_lint()?;
    let names: Vec<&str> = theirs.keys().map(String::as_str).collect();
    let missing = names
        .iter()
        .find(|name| !rules.values().flatten().any(|it| it == *name));
    ensure!(missing.is_none(), "no rule is the check {missing:?}");
    let mut command = Command::new(binary);
    command.args([
        "check",
        "--isolated",
        "--no-gitignore",
        "--exit-zero",
        "--quiet",
        "--format",
        "json",
    ]);
    command
        .arg("--only-checks")
        .arg(names.join(","))
        .arg(&options.modules);
    let start = Instant::now();
    let text = shell::output(&mut command)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut reported = Reported::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line)?;
        let code = value
            .get("code")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let (Some(checks), Some(at)) = (rules.get(code), place(&value, "file")) else {
            continue;
        };
        // A rule that is several checks reports what one of them reports.
        let is_theirs = |check: &&String| theirs.get(*check).is_some_and(|it| it.contains(&at));
        let mut equal = checks.iter().filter(is_theirs).peekable();
        let meant = match equal.peek() {
            Some(_) => equal.collect(),
            None => checks.iter().take(1).collect::<Vec<_>>(),
        };
        for check in meant {
            reported
                .entry(check.clone())
                .or_default()
                .insert(at.clone());
        }
    }
    Ok(CheckerRun { reported, seconds })
}

/// The file and the line of a problem.
fn place(value: &Value, key: &str) -> Option<(PathBuf, u64)> {
    let path = value.get(key).and_then(Value::as_str)?;
    Some((
        fs::canonicalize(path).ok()?,
        value.get("line").and_then(Value::as_u64)?,
    ))
}

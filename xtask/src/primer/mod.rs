//! `cargo xtask primer`: checks public repositories at pinned commits, and compares what two builds report.
//!
//! The list of repositories and the verdicts on their errors are part of the project; the code of the repositories is not.

mod checked;
mod report;
mod repositories;
mod verdicts;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use crate::shell;
use checked::PrimerRun;
use repositories::PinnedRepository;
use verdicts::Verdicts;

/// Where the list of repositories and the verdicts are checked in.
const FOLDER: &str = "tests/primer";

/// What is checked.
#[derive(Debug, Args)]
pub struct PrimerOptions {
    /// The folder with the clones: `OWNER+NAME`, each a Git directory, or one in `repo` or `.git`.
    #[arg(long)]
    clones: PathBuf,
    /// The list of repositories: a name and a commit a line.
    #[arg(long)]
    repos: Option<PathBuf>,
    /// The build that is checked; it is made if none is given.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Another build: what it reports differently is printed.
    #[arg(long)]
    base: Option<PathBuf>,
    /// Only repositories with at most this many files of code.
    #[arg(long)]
    at_most: Option<usize>,
    /// Add errors without a verdict to the list, to be checked.
    #[arg(long)]
    add: bool,
}

/// Checks the repositories; an error if one makes the checker panic, or has an error without a verdict.
pub fn run(options: &PrimerOptions) -> Result<()> {
    let binary = match &options.binary {
        Some(binary) => binary.clone(),
        None => shell::debug_binary("puppet-analyzer")?,
    };
    let list = options
        .repos
        .clone()
        .unwrap_or_else(|| shell::root().join(FOLDER).join("repositories.txt"));
    let repositories = repositories::read(&list)?;
    let mut verdicts = Verdicts::read(&shell::root().join(FOLDER).join("verdicts.jsonl"))?;
    let (mut all, mut absent) = (Vec::new(), 0);
    for repository in &repositories {
        let Some(checkout) = repository.checkout(&options.clones)? else {
            absent += 1;
            continue;
        };
        if options.at_most.is_some_and(|most| checkout.files > most) {
            continue;
        }
        let now = checked::check(&binary, checkout.path())?;
        let before = options
            .base
            .as_deref()
            .map(|base| checked::check(base, checkout.path()))
            .transpose()?;
        say_line(repository, checkout.lines, &now, before.as_ref());
        all.push((repository.clone(), checkout.lines, now));
    }
    let unchecked = verdicts.unchecked(&all);
    report::print(&all, absent, &verdicts);
    for (repository, diagnostic) in &unchecked {
        shell::say(&format!(
            "not checked: {} {}",
            repository.name,
            diagnostic.line()
        ));
    }
    if options.add {
        verdicts.add(&unchecked);
        return verdicts.write();
    }
    let broken: Vec<&str> = all
        .iter()
        .filter(|(_, _, checked)| checked.panics > 0)
        .map(|(it, _, _)| &*it.name)
        .collect();
    if !broken.is_empty() || !unchecked.is_empty() {
        bail!(
            "panics in {broken:?}; {} errors without a verdict",
            unchecked.len()
        );
    }
    Ok(())
}

/// The numbers of one repository, and what differs from the other build.
fn say_line(
    repository: &PinnedRepository,
    lines: usize,
    now: &PrimerRun,
    before: Option<&PrimerRun>,
) {
    shell::say(&format!(
        "{}: {} diagnostics in {lines} lines, {:.1} s, {} MB",
        repository.name,
        now.diagnostics.len(),
        now.seconds,
        now.peak_kilobytes / 1024
    ));
    if let Some(before) = before {
        report::difference(before, now)
            .iter()
            .for_each(|line| shell::say(line));
    }
}

/// Checks the small repositories of the list, if clones are at hand; `None` if there are none.
pub(crate) fn check_small(clones: &Path) -> Result<Option<()>> {
    if !clones.is_dir() {
        return Ok(None);
    }
    let options = PrimerOptions {
        clones: clones.to_owned(),
        repos: None,
        binary: None,
        base: None,
        at_most: Some(30),
        add: false,
    };
    run(&options).map(Some)
}

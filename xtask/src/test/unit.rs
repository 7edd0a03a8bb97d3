//! The tests of all packages: with nextest if it is there, else with cargo's own runner. There are no examples in comments.

use anyhow::{Result, ensure};

use super::debian_packages;
use crate::{shell, test::outcome::StepOutcome};

/// Runs them, and counts.
pub fn run() -> Result<StepOutcome> {
    if !debian_packages::modules() {
        shell::say("Debian's Puppet modules are missing: tests on real code try nothing");
    }
    let nextest = shell::output(&mut shell::cargo(&["nextest", "--version"])).is_ok();
    let arguments: &[&str] = if nextest {
        &[
            "nextest",
            "run",
            "--workspace",
            "--no-fail-fast",
            "--status-level",
            "fail",
            "--final-status-level",
            "slow",
        ]
    } else {
        &[
            "test",
            "--workspace",
            "--no-fail-fast",
            "--lib",
            "--bins",
            "--tests",
        ]
    };
    let tests = counted(arguments, nextest)?;
    ensure!(tests > 0, "no tests were run");
    let runner = if nextest { "nextest" } else { "cargo test" };
    Ok(StepOutcome::Passed(format!("{tests} tests ({runner})")))
}

/// Property tests try the same cases in each run, so that a change is not blamed for what it did not touch. Without this
/// variable they look for new ones.
const PROPERTY_SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "20261120");

/// Runs the tests, shows their output, and reads from it how many passed.
fn counted(arguments: &[&str], nextest: bool) -> Result<usize> {
    let (variable, seed) = PROPERTY_SEED;
    let output = shell::run_and_read(shell::cargo(arguments).env(variable, seed))?;
    let passed = |line: &str| {
        let text = if nextest {
            line.trim().strip_prefix("Summary")?
        } else {
            line.strip_prefix("test result: ok. ")?
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words
            .iter()
            .position(|word| word.trim_end_matches([',', ';', ':']) == "passed")?;
        words.get(at.checked_sub(1)?)?.parse::<usize>().ok()
    };
    Ok(output.lines().filter_map(passed).sum())
}

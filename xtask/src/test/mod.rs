//! `cargo xtask test`: everything that has to pass before a change lands.
//!
//! Each file is one step. A step sets up what it needs (on a fresh Debian with a Rust toolchain and Node), says what it
//! did, and fails with an error. A step that cannot run on this machine says so and why; it is not counted as passed.

mod clippy;
mod conformance;
mod debian_packages;
mod doc;
mod editors;
mod extension;
mod format;
mod mcp;
mod outcome;
mod packages;
mod primer;
mod reports;
mod supply_chain;
mod tidy;
mod toolchain;
mod unit;

use std::time::Instant;

use anyhow::{Result, bail};

use crate::shell;
use outcome::StepOutcome;

/// A step of the test run.
struct TestStep {
    name: &'static str,
    run: fn() -> Result<StepOutcome>,
}

/// In the order in which they run: what fails quickly comes first.
const STEPS: &[TestStep] = &[
    TestStep {
        name: "toolchain",
        run: toolchain::run,
    },
    TestStep {
        name: "format",
        run: format::run,
    },
    TestStep {
        name: "tidy",
        run: tidy::run,
    },
    TestStep {
        name: "supply-chain",
        run: supply_chain::run,
    },
    TestStep {
        name: "clippy",
        run: clippy::run,
    },
    TestStep {
        name: "unit",
        run: unit::run,
    },
    TestStep {
        name: "doc",
        run: doc::run,
    },
    TestStep {
        name: "conformance",
        run: conformance::run,
    },
    TestStep {
        name: "primer",
        run: primer::run,
    },
    TestStep {
        name: "reports",
        run: reports::run,
    },
    TestStep {
        name: "mcp",
        run: mcp::run,
    },
    TestStep {
        name: "packages",
        run: packages::run,
    },
    TestStep {
        name: "extension",
        run: extension::run,
    },
    TestStep {
        name: "editors",
        run: editors::run,
    },
];

/// Runs the steps with these names (all if there are none), and prints what became of each; an error if one failed.
pub fn run(only: &[String]) -> Result<()> {
    if let Some(unknown) = only
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != **name))
    {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!(
            "there is no step {unknown}; the steps are {}",
            names.join(", ")
        );
    }
    let mut lines = Vec::new();
    let mut failed = 0;
    for step in STEPS
        .iter()
        .filter(|step| only.is_empty() || only.iter().any(|name| name == step.name))
    {
        shell::say(&format!("\n== {}", step.name));
        let start = Instant::now();
        let text = match (step.run)() {
            Ok(StepOutcome::Passed(figures)) => format!("passed   {figures}"),
            Ok(StepOutcome::Skipped(why)) => format!("skipped  {why}"),
            Err(error) => {
                failed += 1;
                format!("FAILED   {error:#}")
            }
        };
        lines.push(format!(
            "{:12} {:5.0} s  {text}",
            step.name,
            start.elapsed().as_secs_f64()
        ));
    }
    shell::say("\n== summary");
    lines.iter().for_each(|line| shell::say(line));
    if failed > 0 {
        bail!("{failed} of {} steps failed", lines.len());
    }
    Ok(())
}

//! Fuzz targets: texts that are changed at random, led by what the code does with them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::shell;

/// The folder of the targets.
const FOLDER: &str = "tests/fuzz";

/// Counters at every edge and the operands of comparisons, as `libfuzzer` wants them from the compiler.
const INSTRUMENTED: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Clink-dead-code -Ccodegen-units=1 --cfg fuzzing";

/// Which targets are run, and for how long.
#[derive(Debug, Args)]
pub struct FuzzOptions {
    /// Only these targets, such as `erb`.
    targets: Vec<String>,
    /// How long each runs.
    #[arg(long, default_value_t = 30.0)]
    minutes: f64,
    /// Which random numbers are taken.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Builds the targets and runs one after the other. What breaks one is in `tests/fuzz/artifacts`.
pub fn run(options: &FuzzOptions) -> Result<()> {
    let folder = shell::root().join(FOLDER);
    let targets = match options.targets.is_empty() {
        true => all_targets(&folder)?,
        false => options.targets.clone(),
    };
    let host = host()?;
    let package = ["--package", "puppet-fuzz"];
    let mut build = shell::cargo(&["build", "--release", "--target", &host]);
    build.args(package).env("RUSTFLAGS", INSTRUMENTED);
    build.env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
    for target in &targets {
        build.args(["--bin", target]);
    }
    shell::run(&mut build)?;
    let mut failed = Vec::new();
    for target in &targets {
        let end = run_target(&folder, &host, target, options)?;
        shell::say(&format!("{target}, seed {}: {end}", options.seed));
        if !end.starts_with("Done") {
            failed.push(target.as_str());
        }
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// The names of the files of targets.
fn all_targets(folder: &Path) -> Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(folder.join("fuzz_targets"))? {
        let path = entry?.path();
        targets.extend(path.file_stem().map(|it| it.to_string_lossy().into_owned()));
    }
    targets.sort();
    Ok(targets)
}

/// Runs a target. Returns the line with the number of its runs, or its last one, which says what broke.
fn run_target(folder: &Path, host: &str, target: &str, options: &FuzzOptions) -> Result<String> {
    let (found, artifacts) = (folder.join("found"), folder.join("artifacts"));
    let (found, artifacts) = (found.join(target), artifacts.join(target));
    for folder in [&found, &artifacts] {
        fs::create_dir_all(folder)?;
    }
    let binary = shell::root()
        .join("target")
        .join(host)
        .join("release")
        .join(target);
    let mut command = Command::new(binary);
    command.arg(&found);
    let kept = folder.join("corpus").join(target);
    if kept.is_dir() {
        command.arg(kept);
    }
    command
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg(format!("-max_total_time={:.0}", options.minutes * 60.0))
        .arg(format!("-seed={}", options.seed))
        .args(["-timeout=10", "-rss_limit_mb=4000", "-print_final_stats=0"]);
    let output = command.output();
    let output = output.with_context(|| format!("cannot start {target}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().filter(|it| !it.is_empty());
    let done = lines.clone().find(|it| it.starts_with("Done"));
    Ok(done.or(lines.next_back()).unwrap_or_default().to_owned())
}

/// The triple of this computer.
fn host() -> Result<String> {
    let about = shell::output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|it| it.strip_prefix("host: "));
    host.map(str::to_owned)
        .context("rustc does not say where it runs")
}

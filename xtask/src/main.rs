//! Development tasks: `cargo xtask TASK`.

mod conformance;
mod shell;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Development tasks of puppet-analyzer.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Compares our answers with those of real Puppet (`--help` lists its options).
    #[command(disable_help_flag = true)]
    Conformance {
        /// Passed on to the runner.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let done = match Options::parse().task {
        Task::Conformance { arguments } => conformance::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

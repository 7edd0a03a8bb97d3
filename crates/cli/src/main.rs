//! The `puppet-analyzer` binary: one subcommand for each use.

mod commands;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Static type checker and language server for the Puppet language.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    start_log();
    arguments.command.run()
}

/// Logs go to stderr; `PUPPET_ANALYZER_LOG` says which (`debug`, `puppet_server=trace`, …), errors alone if it is unset.
fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PUPPET_ANALYZER_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
}

//! The `puppet-analyzer` binary.

mod server;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Checks Puppet code, and helps editors with it.
#[derive(Debug, Parser)]
#[command(name = "puppet-analyzer", version, arg_required_else_help = true)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves an editor over the Language Server Protocol on stdin and stdout.
    Server(server::Options),
}

fn main() -> ExitCode {
    match Options::parse().command {
        Command::Server(options) => server::run(&options),
    }
}

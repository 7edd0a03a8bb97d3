//! The subcommands, one file for each.

mod server;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve an editor over the Language Server Protocol on stdin and stdout.
    Server(server::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> ExitCode {
        match self {
            Self::Server(arguments) => server::run(&arguments),
        }
    }
}

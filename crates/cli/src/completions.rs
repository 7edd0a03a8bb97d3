//! `puppet-analyzer completions`: completions for a shell, from the declared options.

use std::process::ExitCode;

use clap::Command;
use clap_complete::{Shell, generate};

use crate::exit_status;

/// The options of `completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionsOptions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions for a shell.
pub fn run(options: &CompletionsOptions, mut command: Command) -> ExitCode {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(options.shell, &mut command, name, &mut script);
    exit_status::print(String::from_utf8(script).map_err(|error| error.to_string()))
}

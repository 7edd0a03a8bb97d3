//! `puppet-analyzer completions` and `man`: files for shells, from the declared options.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;
use clap_complete::{Shell, generate};

use crate::print_result;

/// The options of `completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionOptions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// The options of `man`.
#[derive(Debug, clap::Args)]
pub struct ManOptions {
    /// The directory for the pages.
    directory: PathBuf,
}

/// Prints the completions for a shell.
pub fn completions(options: &CompletionOptions, mut command: Command) -> ExitCode {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(options.shell, &mut command, name, &mut script);
    print_result::print(String::from_utf8(script).map_err(|error| error.to_string()))
}

/// Writes a man page for the program, and one for each of its commands.
pub fn man(options: &ManOptions, command: Command) -> ExitCode {
    let directory = &options.directory;
    let written = fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(command, directory))
        .map_err(|error| format!("cannot write to {}: {error}", directory.display()));
    print_result::print(written.map(|()| String::new()))
}

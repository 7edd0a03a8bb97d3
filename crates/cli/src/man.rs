//! `puppet-analyzer man`: man pages, from the declared options.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;

use crate::exit_status;

/// The options of `man`.
#[derive(Debug, clap::Args)]
pub struct ManOptions {
    /// The directory for the pages.
    directory: PathBuf,
}

/// Writes a man page for the program, and one for each of its commands.
pub fn run(options: &ManOptions, command: Command) -> ExitCode {
    let directory = &options.directory;
    let written = fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(command, directory))
        .map_err(|error| format!("cannot write to {}: {error}", directory.display()));
    exit_status::print(written.map(|()| String::new()))
}

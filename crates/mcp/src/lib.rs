//! The Model Context Protocol over standard input and output.
//!
//! Purpose: make `puppet-ide` answer coding agents. The main thread reads messages; one thread owns all state and
//! computes answers, one after the other.
//!
//! Allowed inputs: the protocol, and files below the root. Forbidden knowledge: syntax trees, types, salsa, LSP; all that
//! is known about Puppet comes through `puppet-ide`.

mod answer;
mod cancellation;
mod change;
mod parameters;
mod place;
mod protocol;
mod session;
mod tool;
mod tools;
mod workspace;

use std::path::{Path, PathBuf};

/// How a session is started.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// The directory that tools see; absolute.
    pub root: PathBuf,
    /// Whether tools may change files.
    pub writes: bool,
    /// What the commands `eval` and `explain` answer.
    pub commands: Commands,
}

/// What commands of the binary answer, for tools that do the same.
#[derive(Debug, Clone, Copy)]
pub struct Commands {
    /// The value and type of an expression, as the project around a directory sees it.
    pub evaluate: fn(&str, &Path) -> Result<String, String>,
    /// The page of a rule, by its code or name.
    pub explain: fn(&str) -> Result<String, String>,
}

/// Serves one session over standard input and output, until standard input ends.
///
/// # Errors
/// When standard input cannot be read, or the system refuses a thread.
pub fn serve(options: ServeOptions) -> std::io::Result<()> {
    session::serve(options)
}

//! The exit status of commands.

use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended, worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitOutcome {
    /// All is well: exit status 0.
    Success,
    /// The command ran, and the answer is no: exit status 1.
    Failure,
    /// Something could not be read, written or done: exit status 2.
    CouldNotRun,
}

impl From<ExitOutcome> for ExitCode {
    fn from(outcome: ExitOutcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Prints why a command could not run. A closed pipe is left to the caller: its reader has what it wanted.
///
/// # Errors
/// The reader has closed the pipe.
pub fn report(outcome: io::Result<ExitOutcome>) -> io::Result<ExitOutcome> {
    match outcome {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: {error}");
            Ok(ExitOutcome::CouldNotRun)
        }
        outcome => outcome,
    }
}

/// Prints a text on standard output, or why there is none on standard error.
pub fn print(text: Result<String, String>) -> ExitCode {
    let text = text.map_err(io::Error::other);
    let written = text.and_then(|text| io::stdout().lock().write_all(text.as_bytes()));
    let outcome = report(written.map(|()| ExitOutcome::Success));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

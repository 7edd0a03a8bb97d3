//! Commands that answer with one text.

use std::io::{self, Write};
use std::process::ExitCode;

/// Prints a text on standard output, or why there is none on standard error.
pub fn print(text: Result<String, String>) -> ExitCode {
    let problem = match text {
        Ok(text) => match io::stdout().lock().write_all(text.as_bytes()) {
            Ok(()) => return ExitCode::SUCCESS,
            // The reader has closed the pipe.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Err(error) => error.to_string(),
        },
        Err(problem) => problem,
    };
    let _ = writeln!(io::stderr(), "error: {problem}");
    ExitCode::from(2)
}

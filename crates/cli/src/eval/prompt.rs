//! The prompt of `eval`, with a history of what was typed.

use std::io;

use puppet_eval::Options;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::Ending;

/// Reads and answers until the end of the input (Ctrl-D) or an interruption (Ctrl-C).
pub(super) fn run(options: &Options) -> io::Result<Ending> {
    let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
    loop {
        match editor.readline("puppet> ") {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                editor
                    .add_history_entry(line.as_str())
                    .map_err(io::Error::other)?;
                // An error is an answer: the prompt goes on.
                super::answer(&line, options)?;
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(Ending::Evaluated),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
}

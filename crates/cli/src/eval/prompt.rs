//! The prompt of `eval`, with a history of what was typed.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use super::Shown;
use super::command::{self, Line};
use super::completion::Names;
use super::continuation::is_open;
use super::session::Session;
use crate::exit_status::Outcome;

const PROMPT: &str = "puppet> ";
/// What stands before further lines of an input.
const CONTINUATION: &str = "     .. ";

/// Reads and answers until the end of the input (Ctrl+D) or `:quit`.
pub(super) fn run(session: Session) -> io::Result<Outcome> {
    let session = Rc::new(RefCell::new(session));
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .build();
    let mut editor: Editor<Names, DefaultHistory> =
        Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(Names(session.clone())));
    writeln!(
        io::stdout(),
        "puppet-analyzer {}: evaluates expressions of the Puppet language. Type :help for help, Ctrl+D to leave.",
        env!("CARGO_PKG_VERSION")
    )?;
    while let Some(input) = read(&mut editor)? {
        if input.trim().is_empty() {
            continue;
        }
        editor
            .add_history_entry(input.as_str())
            .map_err(io::Error::other)?;
        match command::parse(&input) {
            Line::Help => write!(io::stdout(), "{}", command::HELP)?,
            Line::Quit => break,
            Line::Reset => session.borrow_mut().reset(),
            Line::Wrong(message) => writeln!(io::stderr(), "error: {message}")?,
            Line::Type(expression) => {
                super::print(expression, &session.borrow(), Shown::Type)?;
            }
            // An error is an answer: the prompt continues.
            Line::Source(text) => {
                if super::answer(text, &session.borrow())? == Outcome::Success {
                    session.borrow_mut().keep(text);
                }
            }
        }
    }
    Ok(Outcome::Success)
}

/// Reads lines as long as something is open in them. Empty after Ctrl+C; none at the end of the input.
fn read(editor: &mut Editor<Names, DefaultHistory>) -> io::Result<Option<String>> {
    let mut input = String::new();
    loop {
        let prompt = if input.is_empty() {
            PROMPT
        } else {
            CONTINUATION
        };
        match editor.readline(prompt) {
            Ok(line) => input.push_str(&line),
            Err(ReadlineError::Interrupted) => return Ok(Some(String::new())),
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(io::Error::other(error)),
        }
        let is_complete = match command::parse(&input) {
            Line::Source(text) | Line::Type(text) => !is_open(text),
            _ => true,
        };
        if is_complete {
            return Ok(Some(input));
        }
        input.push('\n');
    }
}

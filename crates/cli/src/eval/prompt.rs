//! The prompt of `eval`, with a history of what was typed.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use super::Shown;
use super::command::{self, PromptLine};
use super::completion::NameCompleter;
use super::continuation::is_open;
use super::session::EvalSession;
use crate::exit_status::ExitOutcome;

const PROMPT: &str = "puppet> ";
/// What stands before further lines of an input.
const CONTINUATION: &str = "     .. ";

/// Reads and answers until the end of the input (Ctrl+D) or `:quit`.
pub(super) fn run(session: EvalSession) -> io::Result<ExitOutcome> {
    let session = Rc::new(RefCell::new(session));
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .build();
    let mut editor: Editor<NameCompleter, DefaultHistory> =
        Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(NameCompleter(session.clone())));
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
            PromptLine::Help => write!(io::stdout(), "{}", command::HELP)?,
            PromptLine::Quit => break,
            PromptLine::Reset => session.borrow_mut().reset(),
            PromptLine::Wrong(message) => writeln!(io::stderr(), "error: {message}")?,
            PromptLine::Type(expression) => {
                super::print(expression, &session.borrow(), Shown::Type)?;
            }
            // An error is an answer: the prompt continues.
            PromptLine::Source(text) => {
                if super::answer(text, &session.borrow())? == ExitOutcome::Success {
                    session.borrow_mut().keep(text);
                }
            }
        }
    }
    Ok(ExitOutcome::Success)
}

/// Reads lines as long as something is open in them. Empty after Ctrl+C; none at the end of the input.
fn read(editor: &mut Editor<NameCompleter, DefaultHistory>) -> io::Result<Option<String>> {
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
            PromptLine::Source(text) | PromptLine::Type(text) => !is_open(text),
            _ => true,
        };
        if is_complete {
            return Ok(Some(input));
        }
        input.push('\n');
    }
}

//! The completion of names at the prompt.

use std::cell::RefCell;
use std::rc::Rc;

use puppet_library::Library;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::command;
use super::session::EvalSession;

/// Completes names of functions, data types, variables and commands.
pub(super) struct NameCompleter(pub(super) Rc<RefCell<EvalSession>>);

impl Completer for NameCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(
            &self.0.borrow(),
            line.get(..cursor).unwrap_or_default(),
        ))
    }
}

impl Hinter for NameCompleter {
    type Hint = String;
}

impl Highlighter for NameCompleter {}

impl Validator for NameCompleter {}

impl Helper for NameCompleter {}

/// Where the name at the end of a text starts, and all names that it may become.
fn complete(session: &EvalSession, text: &str) -> (usize, Vec<String>) {
    if text.starts_with(':') && !text.starts_with("::") && !text.contains(' ') {
        return (0, matching(command::NAMES.map(str::to_owned), text));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let start = text.trim_end_matches(is_part).len();
    let prefix = text.get(start..).unwrap_or_default();
    if text
        .get(..start)
        .is_some_and(|before| before.ends_with('$') || before.ends_with("${"))
    {
        let own = session.variables().map(str::to_owned);
        return (start, matching(own, prefix));
    }
    if prefix.is_empty() {
        return (start, Vec::new());
    }
    let language = Library.language_types().iter().map(|it| it.name.clone());
    let objects = Library.data_types().iter().map(|it| it.name.clone());
    let functions = Library.function_names().map(str::to_owned);
    let around = session.surroundings().names();
    (
        start,
        matching(
            language.chain(objects).chain(functions).chain(around),
            prefix,
        ),
    )
}

fn matching(names: impl IntoIterator<Item = String>, prefix: &str) -> Vec<String> {
    let mut all: Vec<String> = names
        .into_iter()
        .filter(|name| name.starts_with(prefix))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use puppet_eval::Options;

    use super::{EvalSession, complete};

    #[test]
    fn names_are_completed() {
        let mut session = EvalSession::new(Options::default(), PathBuf::from("/nowhere"));
        session.keep("$ports = [80]");
        for (text, start, some) in [
            ("1 + versionc", 4, "versioncmp"),
            ("Optio", 0, "Optional"),
            ("$po", 1, "ports"),
            ("\"${po", 3, "ports"),
            (":ty", 0, ":type"),
            (":type uniq", 6, "unique"),
        ] {
            let (at, names) = complete(&session, text);
            assert_eq!(at, start, "{text}");
            assert!(names.iter().any(|name| name == some), "{text}: {names:?}");
        }
        assert!(complete(&session, "1 + ").1.is_empty());
    }
}

//! The state of the prompt between inputs, and the evaluation of an input with it.

use std::cell::OnceCell;
use std::path::PathBuf;

use puppet_eval::evaluate_source::{self, EvaluationOutput, Message};
use puppet_eval::{Assumptions, Options, Strict, Unknown};

use super::module_definitions::Surroundings;

/// The variables and definitions of earlier inputs, and the module or environment around.
#[derive(Debug)]
pub(super) struct EvalSession {
    options: Options,
    definitions: String,
    path: PathBuf,
    surroundings: OnceCell<Surroundings>,
}

impl EvalSession {
    /// A session in the module or environment around an absolute path.
    pub(super) fn new(options: Options, path: PathBuf) -> Self {
        Self {
            options,
            definitions: String::new(),
            path,
            surroundings: OnceCell::new(),
        }
    }

    /// What is around; searched for when it is needed first.
    pub(super) fn surroundings(&self) -> &Surroundings {
        self.surroundings
            .get_or_init(|| Surroundings::discover(&self.path))
    }

    /// The names of the variables of the session, without `$`.
    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        self.options.variables.iter().map(|(name, _)| &**name)
    }

    /// Forgets what earlier inputs defined.
    pub(super) fn reset(&mut self) {
        self.options.variables.clear();
        self.definitions.clear();
    }

    /// Evaluates a text. Positions are those in the text.
    pub(super) fn evaluate(&self, text: &str) -> (EvaluationOutput, Vec<Message>) {
        let mut before = self.definitions.clone();
        if text.contains("::") || before.contains("::") {
            before.push_str(
                &self
                    .surroundings()
                    .definitions_for(&format!("{before}{text}")),
            );
        }
        let source = format!("{before}{text}");
        let (mut answer, mut logs) = evaluate_source::evaluate(&source, &self.options);
        if self.is_function_of_module(&answer) {
            answer = EvaluationOutput::Unknown(Unknown::Function);
        }
        let lines = u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX);
        let messages = match &mut answer {
            EvaluationOutput::Refused(messages) => messages.as_mut_slice(),
            EvaluationOutput::Error(message) => std::slice::from_mut(message),
            EvaluationOutput::Value { .. } | EvaluationOutput::Unknown(_) => &mut [],
        };
        for message in messages.iter_mut().chain(&mut logs) {
            message.position = message.position.and_then(|mut at| {
                at.line = at.line.checked_sub(lines).filter(|line| *line > 0)?;
                Some(at)
            });
        }
        (answer, logs)
    }

    /// Is the function unknown here because a module around may define it in Ruby?
    fn is_function_of_module(&self, answer: &EvaluationOutput) -> bool {
        matches!(answer, EvaluationOutput::Error(error) if error.text.contains("Unknown function"))
            && !self.surroundings().is_empty()
    }

    /// Keeps the variables and definitions of a text that has been evaluated.
    pub(super) fn keep(&mut self, text: &str) {
        let known: Vec<&str> = self.variables().collect();
        let new: Vec<String> = variable_names(text)
            .filter(|name| !known.contains(name))
            .map(str::to_owned)
            .collect();
        let mut probe = EvalSession::new(self.options.clone(), self.path.clone());
        // A variable that the text only reads has no value.
        (probe.options.strict, probe.options.assumptions) = (Strict::Error, Assumptions::Closed);
        probe.definitions.clone_from(&self.definitions);
        for name in new {
            if let (EvaluationOutput::Value { value, .. }, _) =
                probe.evaluate(&format!("{text}\n${name}"))
            {
                self.options.variables.push((name.into(), value));
            }
        }
        if ["function ", "type "]
            .iter()
            .any(|keyword| text.trim_start().starts_with(keyword))
        {
            self.definitions.push_str(text.trim_end());
            self.definitions.push('\n');
        }
    }
}

/// The names after `$` in a text, each once.
fn variable_names(text: &str) -> impl Iterator<Item = &str> {
    let mut names: Vec<&str> = text
        .split('$')
        .skip(1)
        .filter_map(|rest| {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            rest.get(..end.unwrap_or(rest.len()))
        })
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_'))
        .collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use puppet_eval::Options;
    use puppet_eval::evaluate_source::EvaluationOutput;

    use super::EvalSession;

    fn session(inputs: &[&str]) -> EvalSession {
        let mut session = EvalSession::new(Options::default(), PathBuf::from("/nowhere"));
        for input in inputs {
            session.keep(input);
        }
        session
    }

    #[test]
    fn variables_and_definitions_stay_known() {
        for (inputs, text, expected) in [
            (&["$x = 1"][..], "$x + 1", "2"),
            (&["[$a, $b] = [1, 2]"], "$a + $b", "3"),
            (&["$x = 1", "$y = $x + 1"], "$y", "2"),
            (&["function twice($n) { $n * 2 }"], "twice(4)", "8"),
            (&["type Small = Integer[0, 9]"], "5 =~ Small", "true"),
        ] {
            match session(inputs).evaluate(text).0 {
                EvaluationOutput::Value { text: value, .. } => {
                    assert_eq!(value, expected, "{text}")
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_only_read_or_local_is_no_variable_of_the_session() {
        let session = session(&["[1].map |$it| { $it }", "'$text'", "$x == 1"]);
        assert_eq!(session.variables().count(), 0);
    }

    #[test]
    fn positions_are_those_in_the_text() {
        let session = session(&["function one() {\n 1\n}"]);
        let EvaluationOutput::Error(error) = session.evaluate("one() / 0").0 else {
            panic!("no error");
        };
        assert_eq!(error.position.map(|at| at.line), Some(1));
    }
}

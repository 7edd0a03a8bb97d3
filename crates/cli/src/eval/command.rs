//! The commands of the prompt, which start with a colon.

use puppet_text::closest;

/// What a line of the prompt is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PromptLine<'a> {
    /// An expression, or a part of it.
    Source(&'a str),
    /// A list of the commands and keys.
    Help,
    /// Only the type of an expression.
    Type(&'a str),
    /// Forget the variables and definitions.
    Reset,
    /// Leave.
    Quit,
    /// A command that does not exist or lacks its argument, with a message for the user.
    Wrong(String),
}

/// The names of the commands.
pub(super) const NAMES: [&str; 4] = [":help", ":quit", ":reset", ":type"];

/// What `:help` prints.
pub(super) const HELP: &str = "\
Type an expression of the Puppet language: its value and type are printed.
Variables, functions and type aliases stay known. Input continues while a bracket, quote or heredoc is open.

  :type EXPR  print only the type of an expression
  :reset      forget all variables and definitions
  :help       print this text
  :quit       leave

  Tab     complete a name      Up, Down  previous inputs
  Ctrl+C  clear the input      Ctrl+D    leave
";

/// Reads the first line of an input.
pub(super) fn parse(line: &str) -> PromptLine<'_> {
    let trimmed = line.trim();
    // `::name` is an expression.
    if !trimmed.starts_with(':') || trimmed.starts_with("::") {
        return PromptLine::Source(line);
    }
    let (name, argument) = trimmed
        .split_once(char::is_whitespace)
        .unwrap_or((trimmed, ""));
    match (name, argument.trim()) {
        (":help" | ":h" | ":?", _) => PromptLine::Help,
        (":quit" | ":q" | ":exit", _) => PromptLine::Quit,
        (":reset", _) => PromptLine::Reset,
        (":type" | ":t", "") => PromptLine::Wrong(":type needs an expression".to_owned()),
        (":type" | ":t", expression) => PromptLine::Type(expression),
        _ => PromptLine::Wrong(match closest(name, NAMES) {
            Some(similar) => format!("there is no command {name}: did you mean {similar}?"),
            None => format!("there is no command {name}: :help lists all"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{PromptLine, parse};

    #[test]
    fn commands_start_with_a_colon() {
        for (line, expected) in [
            ("1 + 2", PromptLine::Source("1 + 2")),
            ("::x::y()", PromptLine::Source("::x::y()")),
            (" :help ", PromptLine::Help),
            (":quit", PromptLine::Quit),
            (":q", PromptLine::Quit),
            (":reset", PromptLine::Reset),
            (":type  [1, 2]", PromptLine::Type("[1, 2]")),
            (
                ":type",
                PromptLine::Wrong(":type needs an expression".to_owned()),
            ),
            (
                ":typ 1",
                PromptLine::Wrong("there is no command :typ: did you mean :type?".to_owned()),
            ),
        ] {
            assert_eq!(parse(line), expected, "{line}");
        }
    }
}

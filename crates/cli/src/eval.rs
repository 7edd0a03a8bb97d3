//! `puppet-analyzer eval`: the value and type of an expression, without Ruby.

mod command;
mod completion;
mod continuation;
mod module_definitions;
mod prompt;
mod session;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use puppet_eval::evaluate_source::{EvaluationOutput, Message, Position};
use puppet_eval::{LogLevel, Options as Evaluation, PuppetVersion, Strict, Unknown};

use self::session::EvalSession;
use crate::exit_status::{ExitOutcome, report};
use crate::language_version::LanguageVersion;
use crate::paths::WorkingDirectory;

/// The options of `eval`.
#[derive(Debug, clap::Args)]
pub struct EvalOptions {
    /// What to evaluate; without it there is a prompt, or each line of standard input is evaluated by itself.
    #[arg(value_name = "EXPR")]
    expression: Option<String>,
    /// A directory of the module or environment whose type aliases and functions in the Puppet language are known.
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
    /// The version of Puppet whose rules apply.
    #[arg(long, value_enum, default_value_t = LanguageVersion::Puppet8)]
    target: LanguageVersion,
    /// How serious doubtful things are, such as strings that are taken as numbers [default: that of the version].
    #[arg(long, value_enum)]
    strict: Option<StrictSetting>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum StrictSetting {
    /// They are accepted.
    Off,
    /// They are warnings.
    Warning,
    /// They are errors.
    Error,
}

/// Evaluates, and prints values and types on standard output, everything else on standard error.
///
/// Exit status: 0 when all has a value, 1 when something has not, 2 when standard input could not be read.
pub fn run(options: &EvalOptions) -> ExitCode {
    let target = PuppetVersion::from(options.target);
    let strict = match options.strict {
        None => target.strict(),
        Some(StrictSetting::Off) => Strict::Off,
        Some(StrictSetting::Warning) => Strict::Warning,
        Some(StrictSetting::Error) => Strict::Error,
    };
    let evaluation = Evaluation {
        target,
        strict,
        ..Evaluation::default()
    };
    let outcome = report(evaluate(options, evaluation));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn evaluate(options: &EvalOptions, evaluation: Evaluation) -> io::Result<ExitOutcome> {
    let path = WorkingDirectory::current()?.directory(&options.path)?;
    let session = EvalSession::new(evaluation, path);
    match &options.expression {
        Some(expression) => answer(expression, &session),
        None if io::stdin().is_terminal() => prompt::run(session),
        None => each_line(&session),
    }
}

fn each_line(session: &EvalSession) -> io::Result<ExitOutcome> {
    let mut ending = ExitOutcome::Success;
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            ending = ending.max(answer(&line, session)?);
        }
    }
    Ok(ending)
}

/// Evaluates one expression and prints the answer.
fn answer(expression: &str, session: &EvalSession) -> io::Result<ExitOutcome> {
    print(expression, session, Shown::ValueAndType)
}

/// What is printed of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The value, and its type in a line of its own.
    ValueAndType,
    /// The type alone.
    Type,
}

fn print(expression: &str, session: &EvalSession, shown: Shown) -> io::Result<ExitOutcome> {
    let (logs, outcome) = evaluated(expression, session, shown);
    io::stderr().lock().write_all(logs.as_bytes())?;
    match outcome {
        Ok(text) => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            Ok(ExitOutcome::Success)
        }
        Err(problems) => {
            io::stderr().lock().write_all(problems.as_bytes())?;
            Ok(ExitOutcome::Failure)
        }
    }
}

/// The value and type of an expression, as the project around a directory sees it, with what it logs.
///
/// # Errors
/// Why there is no value.
pub fn evaluate_in(expression: &str, directory: &Path) -> Result<String, String> {
    let session = EvalSession::new(Evaluation::default(), directory.to_owned());
    let (logs, outcome) = evaluated(expression, &session, Shown::ValueAndType);
    match outcome {
        Ok(text) => Ok(text + &logs),
        Err(problems) => Err(problems + &logs),
    }
}

/// What is logged, and what is shown of the value, or why there is none: each as lines.
fn evaluated(
    expression: &str,
    session: &EvalSession,
    shown: Shown,
) -> (String, Result<String, String>) {
    let (answer, logs) = session.evaluate(expression);
    let logs = logs.iter().filter(|log| log.level != LogLevel::Debug);
    let logs = logs.map(|log| line(log.level.name(), log) + "\n");
    let outcome = match answer {
        EvaluationOutput::Value { text, ty, .. } => Ok(match shown {
            Shown::ValueAndType => format!("{text}\n{ty}\n"),
            Shown::Type => format!("{ty}\n"),
        }),
        EvaluationOutput::Error(message) => Err(line("error", &message) + "\n"),
        EvaluationOutput::Refused(mut messages) => {
            for message in &mut messages {
                // Puppet tells no place for what is missing at the end.
                message.position.get_or_insert_with(|| end_of(expression));
            }
            let lines = messages.iter().map(|message| line("error", message) + "\n");
            Err(lines.collect())
        }
        EvaluationOutput::Unknown(reason) => {
            Err(format!("unknown: {}\n", explained(reason, expression)))
        }
    };
    (logs.collect(), outcome)
}

/// Why a value is not known, in the terms of the expression where that helps.
fn explained(reason: Unknown, expression: &str) -> String {
    let mut names = expression.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let looks_up = |name: &&str| {
        matches!(
            *name,
            "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include"
        )
    };
    match names.find(looks_up) {
        Some(name) if matches!(reason, Unknown::Environment | Unknown::Function) => {
            format!("`{name}` needs a node: Hiera's data depend on its facts")
        }
        _ => reason.to_string(),
    }
}

/// The place after the last character that is no white space.
fn end_of(text: &str) -> Position {
    let text = text.trim_end();
    let last = text.rsplit('\n').next().unwrap_or_default();
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Position {
        line: number(text.matches('\n').count()).saturating_add(1),
        column: Some(number(last.chars().count()).saturating_add(1)),
    }
}

/// `error: text (line 1, column 3)`
fn line(kind: &str, message: &Message) -> String {
    let place = match message.position {
        Some(at) => match at.column {
            Some(column) => format!(" (line {}, column {column})", at.line),
            None => format!(" (line {})", at.line),
        },
        None => String::new(),
    };
    format!("{kind}: {}{place}", message.text)
}

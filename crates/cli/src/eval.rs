//! `puppet-analyzer eval`: the value and type of an expression, without Ruby.

mod prompt;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::process::ExitCode;

use puppet_eval::source::{self, Answer, Message, Position};
use puppet_eval::{Level, Options as Evaluation, Strict, Target};

/// The options of `eval`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// What to evaluate; without it, each line of standard input is evaluated by itself.
    #[arg(value_name = "EXPR")]
    expression: Option<String>,
    /// The version of Puppet whose rules apply.
    #[arg(long, value_enum, default_value_t = Version::Puppet8)]
    target: Version,
    /// How serious doubtful things are, such as strings that are taken as numbers [default: that of the version].
    #[arg(long, value_enum)]
    strict: Option<Strictness>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Version {
    /// Puppet 7, OpenVox 7.
    #[value(name = "7")]
    Puppet7,
    /// Puppet 8, OpenVox 8 and 9.
    #[value(name = "8")]
    Puppet8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Strictness {
    /// They are accepted.
    Off,
    /// They are warnings.
    Warning,
    /// They are errors.
    Error,
}

/// How the run ended, worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// Everything has a value.
    Evaluated,
    /// There was an error, or a value is not known.
    Failed,
}

/// Evaluates, and prints values and types on standard output, everything else on standard error.
///
/// Exit status: 0 when all has a value, 1 when something has not, 2 when standard input could not be read.
pub fn run(options: &Options) -> ExitCode {
    let target = match options.target {
        Version::Puppet7 => Target::Puppet7,
        Version::Puppet8 => Target::Puppet8,
    };
    let strict = match options.strict {
        None => target.strict(),
        Some(Strictness::Off) => Strict::Off,
        Some(Strictness::Warning) => Strict::Warning,
        Some(Strictness::Error) => Strict::Error,
    };
    let evaluation = Evaluation {
        target,
        strict,
        ..Evaluation::default()
    };
    let ending = match &options.expression {
        Some(expression) => answer(expression, &evaluation),
        None if io::stdin().is_terminal() => prompt::run(&evaluation),
        None => each_line(&evaluation),
    };
    match ending {
        Ok(Ending::Evaluated) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::FAILURE,
        // Whoever reads our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn each_line(evaluation: &Evaluation) -> io::Result<Ending> {
    let mut ending = Ending::Evaluated;
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            ending = ending.max(answer(&line, evaluation)?);
        }
    }
    Ok(ending)
}

/// Evaluates one expression and prints the answer.
fn answer(expression: &str, evaluation: &Evaluation) -> io::Result<Ending> {
    let (answer, logs) = source::evaluate(expression, evaluation);
    let mut errors = io::stderr().lock();
    for log in logs.iter().filter(|log| log.level != Level::Debug) {
        writeln!(errors, "{}", line(log.level.name(), log))?;
    }
    match answer {
        Answer::Value { text, ty, .. } => {
            let mut out = io::stdout().lock();
            writeln!(out, "{text}\n{ty}")?;
            out.flush()?;
            return Ok(Ending::Evaluated);
        }
        Answer::Error(message) => writeln!(errors, "{}", line("error", &message))?,
        Answer::Refused(mut messages) => {
            for message in &mut messages {
                // Puppet tells no place for what is missing at the end.
                message.position.get_or_insert_with(|| end_of(expression));
                writeln!(errors, "{}", line("error", message))?;
            }
        }
        Answer::Unknown(reason) => writeln!(errors, "unknown: {reason}")?,
    }
    Ok(Ending::Failed)
}

/// The place behind the last character that is no white space.
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

//! The result of an evaluation.

use std::fmt;

use puppet_hir::{BodyId, ExprId, PartId, ProgramSourceMap};
use puppet_types::Value;
use text_size::TextSize;

use crate::error::Unknown;
use crate::issue::Issue;

/// The result of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The value of the last expression, or why there is none.
    pub result: Result<Value, Ending>,
    /// What was logged until then.
    pub logs: Vec<Log>,
}

/// Why an evaluation has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Puppet ends with an error.
    Error(Box<EvaluationError>),
    /// What Puppet answers is not known.
    Unknown(Unknown),
}

/// An error with which Puppet ends an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluationError {
    /// The issue; none for errors that Puppet raises without one.
    pub issue: Option<Issue>,
    /// Puppet's message, without the place.
    pub message: String,
    /// Where it is; none when Puppet does not say.
    pub place: Option<Place>,
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EvaluationError {}

/// A position in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The definition.
    pub body: BodyId,
    /// The node in it.
    pub site: Site,
}

/// A node of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Site {
    /// An expression.
    Expr(ExprId),
    /// A part of an expression.
    Part(PartId),
    /// An expression of which Puppet only says the line.
    Line(ExprId),
    /// A line and a column (from 1, in characters) of a template that the program has as a string.
    Template {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
}

impl Place {
    /// The offset in the file at which Puppet reports it; none for places in templates.
    pub fn offset(&self, map: &ProgramSourceMap) -> Option<TextSize> {
        match self.site {
            Site::Expr(id) | Site::Line(id) => {
                map.expr(self.body, id).map(|span| span.reported.start())
            }
            Site::Part(id) => map
                .part(self.body, id)
                .map(|part| part.span.reported.start()),
            Site::Template { .. } => None,
        }
    }
}

/// A message that Puppet logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// How important it is.
    pub level: LogLevel,
    /// The text.
    pub message: String,
    /// Puppet's code of the issue, when it reports one.
    pub issue: Option<&'static str>,
    /// Where, when Puppet says so.
    pub place: Option<Place>,
}

/// The levels of Puppet's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "Puppet's names of the levels")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl LogLevel {
    /// Puppet's name, which is also that of the function that logs.
    pub fn name(self) -> &'static str {
        match self {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Notice => "notice",
            LogLevel::Warning => "warning",
            LogLevel::Err => "err",
            LogLevel::Alert => "alert",
            LogLevel::Emerg => "emerg",
            LogLevel::Crit => "crit",
        }
    }

    /// The level with that name.
    pub fn from_name(name: &str) -> Option<LogLevel> {
        [
            LogLevel::Debug,
            LogLevel::Info,
            LogLevel::Notice,
            LogLevel::Warning,
            LogLevel::Err,
            LogLevel::Alert,
            LogLevel::Emerg,
            LogLevel::Crit,
        ]
        .into_iter()
        .find(|level| level.name() == name)
    }
}

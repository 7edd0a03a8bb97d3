//! Errors of operations and evaluations.

use std::fmt;

use puppet_scalars::Undecidable;

use crate::issue::Issue;

/// The result of an operation on values.
pub type Operation<T> = Result<T, ErrorCause>;

/// Why an operation on values gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorCause {
    /// Puppet ends with an error.
    Failure(Box<Failure>),
    /// What Puppet answers is not known.
    Unknown(Unknown),
}

/// An error of Puppet, without its place in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The issue.
    pub issue: Issue,
    /// Puppet's message, without its introduction `Evaluation Error:` and without the place. That of
    /// [`Issue::RuntimeError`] is only the detail: the expression that was evaluated is named by the evaluator.
    pub message: String,
    /// Which part of the expression Puppet blames.
    pub blame: ErrorLocation,
}

/// Which part of an expression an error is reported at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorLocation {
    /// The expression.
    Whole,
    /// Its left operand.
    Left,
    /// Its right operand.
    Right,
    /// One of its keys.
    Key(usize),
}

/// Why the value of an expression is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// It reads or writes the catalog: resources, classes, nodes.
    Catalog,
    /// It depends on files, the environment, facts, the time, or chance.
    Environment,
    /// It calls a function that is not one of the pure functions known here.
    Function,
    /// It depends on a definition that is not in the program.
    Definition,
    /// It would take more steps, memory or depth than allowed.
    Limit,
    /// A query about a regular expression, or about numbers beyond the limits, that cannot be answered here.
    Undecidable,
    /// The program has errors of syntax.
    Syntax,
    /// It is in a branch that may not be taken.
    Branch,
    /// It depends on the type of a value that is not known.
    Type,
    /// It depends on data that cannot be read without Ruby or facts that are not known.
    Data,
    /// It is a text that is not known, such as that of a template.
    Text,
    /// It depends on a value whose reason was noted where it arose.
    Noted,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unknown::Catalog => "it depends on the catalog",
            Unknown::Environment => "it depends on the environment",
            Unknown::Function => "it calls a function whose result is not known",
            Unknown::Definition => "it depends on a definition that is not known",
            Unknown::Limit => "it takes too many steps",
            Unknown::Undecidable => "it cannot be decided within bounds",
            Unknown::Syntax => "the source has errors",
            Unknown::Branch => "it is in a branch that may not be taken",
            Unknown::Type => "it depends on the type of a value that is not known",
            Unknown::Data => "it depends on data that are not known",
            Unknown::Text => "it is a text that is not known",
            Unknown::Noted => "it depends on a value that is not known",
        })
    }
}

impl Failure {
    /// An issue that is reported at the whole expression.
    pub fn new(issue: Issue, message: impl Into<String>) -> Self {
        Failure {
            issue,
            message: message.into(),
            blame: ErrorLocation::Whole,
        }
    }
}

impl ErrorCause {
    /// An issue that is reported at the whole expression.
    pub fn issue(issue: Issue, message: impl Into<String>) -> Self {
        ErrorCause::Failure(Box::new(Failure::new(issue, message)))
    }

    /// An issue that is reported at a part of the expression.
    pub fn issue_at(blame: ErrorLocation, issue: Issue, message: impl Into<String>) -> Self {
        ErrorCause::Failure(Box::new(Failure {
            issue,
            message: message.into(),
            blame,
        }))
    }

    /// What Puppet's functions raise: an error of the whole expression, with this detail.
    pub fn runtime(detail: impl Into<String>) -> Self {
        ErrorCause::issue(Issue::RuntimeError, detail)
    }
}

impl From<Unknown> for ErrorCause {
    fn from(reason: Unknown) -> Self {
        ErrorCause::Unknown(reason)
    }
}

impl From<Undecidable> for ErrorCause {
    fn from(_: Undecidable) -> Self {
        ErrorCause::Unknown(Unknown::Undecidable)
    }
}

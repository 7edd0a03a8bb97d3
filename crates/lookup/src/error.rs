//! Reasons for which a lookup gives no value.

use puppet_eval::{ErrorCause, Unknown};
use puppet_scalars::Undecidable;

/// The result of a step of a lookup.
pub type Outcome<T> = Result<T, LookupStop>;

/// Why a lookup, or a part of it, gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookupStop {
    /// There is no such key.
    NotFound,
    /// Puppet ends with an error.
    Failed(Box<LookupError>),
    /// What Puppet answers is not known, because …
    Unknown(Box<str>),
}

/// An error of Puppet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupError {
    /// Puppet's message.
    pub message: String,
    /// What kind of exception it is: that decides which layers put words around it.
    pub kind: ErrorKind,
}

/// The kinds of exceptions that lookups treat differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// `Puppet::DataBinding::LookupError` without the code of an issue.
    Lookup,
    /// `Puppet::DataBinding::LookupError` with the code of an issue.
    Issue,
    /// Another `Puppet::Error`.
    Puppet,
    /// Any other exception of Ruby, with a text of Puppet.
    Ruby,
    /// An exception whose text is not Puppet's: of a parser of data, or where Puppet itself breaks.
    Foreign,
}

impl LookupStop {
    /// An error of some kind.
    pub(crate) fn failed<T>(kind: ErrorKind, message: impl Into<String>) -> Outcome<T> {
        let message = message.into();
        Err(LookupStop::Failed(Box::new(LookupError { message, kind })))
    }

    /// What is not known, because of something.
    pub(crate) fn unknown<T>(reason: impl Into<Box<str>>) -> Outcome<T> {
        Err(LookupStop::Unknown(reason.into()))
    }
}

impl LookupStop {
    /// What an operation on values ended with.
    pub(crate) fn from_cause(cause: ErrorCause, kind: ErrorKind) -> Self {
        match cause {
            ErrorCause::Failure(failure) => LookupStop::Failed(Box::new(LookupError {
                message: failure.message,
                kind,
            })),
            ErrorCause::Unknown(reason) => LookupStop::Unknown(reason.to_string().into()),
        }
    }
}

impl From<Undecidable> for LookupStop {
    fn from(_: Undecidable) -> Self {
        LookupStop::Unknown(Unknown::Undecidable.to_string().into())
    }
}

/// The value, or nothing where there is no such key.
pub(crate) fn optional<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(LookupStop::NotFound) => Ok(None),
        Err(other) => Err(other),
    }
}

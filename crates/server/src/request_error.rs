//! Errors of requests.

use puppet_ide::Cancelled;

/// Why a read has no answer.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// An edit is waiting, or the client has cancelled.
    Cancelled(Cancelled),
    /// The request makes no sense.
    Invalid(String),
    /// The analysis does not contain the document: the answer is `null`.
    UnknownDocument,
}

impl From<Cancelled> for ReadError {
    fn from(why: Cancelled) -> Self {
        Self::Cancelled(why)
    }
}

/// An error answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ResponseError {
    /// The text changed; the client drops the question.
    ContentModified,
    /// The text changed; the client asks again.
    ServerCancelled,
    /// The request makes no sense; says why.
    InvalidParams(String),
    /// Our fault; says what happened.
    Internal(String),
}

//! [`RequestHandler`]: one request of the protocol that only reads, and how it is run, retried and refused.
//!
//! A request is queued by the main loop, runs on a worker with a snapshot, and answers the handler that waits for it.
//! An edit interrupts it; a client that cancels stops it.

use puppet_ide::Cancelled;
use serde::{Deserialize, Serialize};

use crate::snapshot::Snapshot;
use crate::transport::lsp;

/// The parameters of our own requests about a whole document.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: lsp::TextDocumentIdentifier,
}

/// The parameters of a read.
pub(crate) type Params<R> = <<R as RequestHandler>::Request as lsp::request::Request>::Params;
/// The answer of a read.
pub(crate) type Response<R> = <<R as RequestHandler>::Request as lsp::request::Request>::Result;

/// Which workers may run a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// Somebody waits at the keyboard.
    Latency,
    /// May take long; always leaves a worker to the others.
    Background,
}

/// What becomes of a read when the user types before it is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetryPolicy {
    /// Start once more on the new text: the answer is as good for it.
    Retry,
    /// Answer "content modified": the question was about a place that may have moved.
    Refuse,
    /// Answer "server cancelled", which makes the client ask again.
    AskAgain,
}

/// One request of the protocol that only reads.
pub(crate) trait RequestHandler: 'static {
    /// The protocol's definition.
    type Request: lsp::request::Request<Params: Send, Result: Send>;
    /// Which workers may run it.
    const LANE: Priority = Priority::Latency;
    /// What becomes of it when the user types.
    const ON_EDIT: RetryPolicy = RetryPolicy::Refuse;

    /// Computes the answer. May run a second time after an interruption.
    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError>
    where
        Self: Sized;
}

/// Why a read has no answer.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// An edit is waiting, or the client has cancelled.
    Cancelled(Cancelled),
    /// The request makes no sense.
    Invalid(String),
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

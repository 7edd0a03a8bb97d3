//! [`RequestHandler`]: one request of the protocol that only reads, and how it is run, retried and refused.
//!
//! A request is queued by the main loop, runs on a worker with a snapshot, and answers the handler that waits for it.
//! An edit interrupts it; a client that cancels stops it.

use serde::{Deserialize, Serialize};

pub(crate) use crate::handlers::retry_policy::{Priority, RetryPolicy};
pub(crate) use crate::lsp;
pub(crate) use crate::request_error::ReadError;
pub(crate) use crate::snapshot::Snapshot;

/// The parameters of our own requests about a whole document.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: lsp::TextDocumentIdentifier,
}

/// The parameters of a request.
pub(crate) type Params<R> = <<R as RequestHandler>::Request as lsp::request::Request>::Params;
/// The answer of a request.
pub(crate) type Response<R> = <<R as RequestHandler>::Request as lsp::request::Request>::Result;

/// One request of the protocol that only reads.
pub(crate) trait RequestHandler: 'static {
    /// The protocol's definition.
    type Request: lsp::request::Request<Params: Send, Result: Send>;
    /// Which workers may run it.
    const PRIORITY: Priority = Priority::Latency;
    /// What becomes of it when the user types.
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Refuse;

    /// Computes the answer. May run a second time after an interruption.
    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError>
    where
        Self: Sized;
}

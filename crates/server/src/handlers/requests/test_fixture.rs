//! Requests for end-to-end tests of the transport, answered only when the server was started for tests.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::handlers::request_handler::{Params, RequestHandler};
use crate::handlers::retry_policy::{Priority, RetryPolicy};
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) const SLOW_READ: &str = "puppetAnalyzer/test/slowRead";
pub(crate) const PANIC: &str = "puppetAnalyzer/test/panic";
pub(crate) const DOCUMENT_TEXT: &str = "puppetAnalyzer/test/documentText";

/// Keeps a worker busy; answers with the number of milliseconds.
pub(crate) struct SlowRead;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SlowReadParams {
    milliseconds: u64,
}

pub(crate) enum SlowReadRequest {}

impl lsp::request::Request for SlowReadRequest {
    type Params = SlowReadParams;
    type Result = u64;
    const METHOD: &'static str = SLOW_READ;
}

impl RequestHandler for SlowRead {
    type Request = SlowReadRequest;
    const PRIORITY: Priority = Priority::Latency;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Refuse;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<u64, ReadError> {
        snapshot
            .analysis
            .stay_busy(Duration::from_millis(params.milliseconds))?;
        Ok(params.milliseconds)
    }
}

/// Panics on a worker.
pub(crate) struct Panic;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PanicParams {
    message: String,
}

pub(crate) enum PanicRequest {}

impl lsp::request::Request for PanicRequest {
    type Params = PanicParams;
    type Result = ();
    const METHOD: &'static str = PANIC;
}

impl RequestHandler for Panic {
    type Request = PanicRequest;

    fn run(_: &Snapshot, params: &Params<Self>) -> Result<(), ReadError> {
        panic!("{}", params.message)
    }
}

/// Answers with the text of a document as the analysis sees it.
pub(crate) struct DocumentText;

pub(crate) enum DocumentTextRequest {}

impl lsp::request::Request for DocumentTextRequest {
    type Params = lsp::TextDocumentIdentifier;
    type Result = Option<String>;
    const METHOD: &'static str = DOCUMENT_TEXT;
}

impl RequestHandler for DocumentText {
    type Request = DocumentTextRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Option<String>, ReadError> {
        let Some(file) = snapshot.file(params) else {
            return Ok(None);
        };
        Ok(Some(snapshot.analysis.text(file)?.to_string()))
    }
}

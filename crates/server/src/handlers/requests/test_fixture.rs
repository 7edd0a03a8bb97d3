//! Requests for end-to-end tests of the transport, answered only when the server was started for tests.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::handlers::request_handler::{Params, ReadError, RequestHandler, Snapshot, lsp};

/// Keeps a worker busy; answers with the number of milliseconds.
pub(crate) struct SlowRead;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SlowReadParams {
    milliseconds: u64,
}

impl lsp::request::Request for SlowRead {
    type Params = SlowReadParams;
    type Result = u64;
    const METHOD: &'static str = "puppetAnalyzer/test/slowRead";
}

impl RequestHandler for SlowRead {
    type Request = Self;

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

impl lsp::request::Request for Panic {
    type Params = PanicParams;
    type Result = ();
    const METHOD: &'static str = "puppetAnalyzer/test/panic";
}

impl RequestHandler for Panic {
    type Request = Self;

    fn run(_: &Snapshot, params: &Params<Self>) -> Result<(), ReadError> {
        panic!("{}", params.message)
    }
}

/// Answers with the text of a document as the analysis sees it.
pub(crate) struct DocumentText;

impl lsp::request::Request for DocumentText {
    type Params = lsp::TextDocumentIdentifier;
    type Result = Option<String>;
    const METHOD: &'static str = "puppetAnalyzer/test/documentText";
}

impl RequestHandler for DocumentText {
    type Request = Self;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Option<String>, ReadError> {
        let file = snapshot.file(params)?;
        Ok(Some(snapshot.analysis.text(file)?.to_string()))
    }
}

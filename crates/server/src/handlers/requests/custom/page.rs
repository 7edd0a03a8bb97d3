//! `puppetAnalyzer/page`: a page of documentation, for editors that show it without a file.
//!
//! `docs/protocol.md` describes what editors send and get.

use serde::{Deserialize, Serialize};

use crate::documentation_pages;
use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::retry_policy::RetryPolicy;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) const METHOD: &str = "puppetAnalyzer/page";

/// The text of a page.
pub(crate) struct Page;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PageParams {
    uri: String,
}

pub(crate) enum PageRequest {}

impl lsp::request::Request for PageRequest {
    type Params = PageParams;
    type Result = Option<String>;
    const METHOD: &'static str = METHOD;
}

impl RequestHandler for Page {
    type Request = PageRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        match documentation_pages::path(&params.uri) {
            Some(path) => Ok(snapshot.analysis.page(path)?),
            None => Ok(None),
        }
    }
}

//! `puppetAnalyzer/page`: a page of documentation, for editors that show it without a file.
//!
//! `docs/protocol.md` describes what editors send and get.

use serde::{Deserialize, Serialize};

use crate::documentation_pages;
use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

/// The text of a page.
pub(crate) struct Page;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PageParams {
    uri: String,
}

impl lsp::request::Request for Page {
    type Params = PageParams;
    type Result = Option<String>;
    const METHOD: &'static str = "puppetAnalyzer/page";
}

impl RequestHandler for Page {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        match documentation_pages::path(&params.uri) {
            Some(path) => Ok(snapshot.analysis.page(path)?),
            None => Ok(None),
        }
    }
}

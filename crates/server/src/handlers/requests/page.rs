//! `puppetAnalyzer/page`: a page of documentation, for editors that show it without a file.
//!
//! `docs/protocol.md` says what editors send and get.

use serde::{Deserialize, Serialize};

use crate::handlers::request_handler::{Params, ReadError, RequestHandler, Response, RetryPolicy};
use crate::pages;
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) const METHOD: &str = "puppetAnalyzer/page";

/// The command of clients that open the page of a rule: its argument is the code of the rule.
pub(crate) const EXPLAIN_RULE: &str = "puppet-analyzer.explainRule";

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
    const ON_EDIT: RetryPolicy = crate::handlers::request_handler::RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        match pages::path(&params.uri) {
            Some(path) => Ok(snapshot.analysis.page(path)?),
            None => Ok(None),
        }
    }
}

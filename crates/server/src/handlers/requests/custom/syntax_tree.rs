//! `puppetAnalyzer/syntaxTree` and `puppetAnalyzer/inferredType`: what the protocol has no requests for.
//!
//! `docs/protocol.md` says what editors send and get.

use crate::handlers::request_handler::{DocumentParams, Params, RequestHandler, Response};
use crate::handlers::retry_policy::RetryPolicy;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) const SYNTAX_TREE: &str = "puppetAnalyzer/syntaxTree";
pub(crate) const INFERRED_TYPE: &str = "puppetAnalyzer/inferredType";

/// The tree of a document as text.
pub(crate) struct SyntaxTree;

pub(crate) enum SyntaxTreeRequest {}

impl lsp::request::Request for SyntaxTreeRequest {
    type Params = DocumentParams;
    type Result = Option<String>;
    const METHOD: &'static str = SYNTAX_TREE;
}

impl RequestHandler for SyntaxTree {
    type Request = SyntaxTreeRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        Ok(snapshot.analysis.syntax_tree(file)?)
    }
}

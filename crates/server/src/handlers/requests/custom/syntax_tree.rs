//! `puppetAnalyzer/syntaxTree`: the tree of a document as text.
//!
//! `docs/protocol.md` says what editors send and get.

use crate::handlers::request_handler::{
    DocumentParams, Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

/// The tree of a document as text.
pub(crate) struct SyntaxTree;

impl lsp::request::Request for SyntaxTree {
    type Params = DocumentParams;
    type Result = Option<String>;
    const METHOD: &'static str = "puppetAnalyzer/syntaxTree";
}

impl RequestHandler for SyntaxTree {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        Ok(snapshot.analysis.syntax_tree(file)?)
    }
}

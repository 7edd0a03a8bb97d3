//! `puppetAnalyzer/syntaxTree` and `puppetAnalyzer/inferredType`: what the protocol has no requests for.
//!
//! `docs/protocol.md` says what editors send and get.

use serde::{Deserialize, Serialize};

use crate::handlers::requests::{
    DocumentParams, Params, ReadError, RequestHandler, Response, RetryPolicy,
};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

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
    const ON_EDIT: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        Ok(snapshot.analysis.syntax_tree(file)?)
    }
}

/// The type of what is selected.
pub(crate) struct InferredType;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InferredTypeParams {
    text_document: lsp::TextDocumentIdentifier,
    range: lsp::Range,
}

/// The expression around the selection, and its type in Puppet's words.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TypeOfRange {
    range: lsp::Range,
    #[serde(rename = "type")]
    ty: String,
}

pub(crate) enum InferredTypeRequest {}

impl lsp::request::Request for InferredTypeRequest {
    type Params = InferredTypeParams;
    type Result = Option<TypeOfRange>;
    const METHOD: &'static str = INFERRED_TYPE;
}

impl RequestHandler for InferredType {
    type Request = InferredTypeRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        let selection = snapshot.text_range(file, params.range)?;
        let Some((range, ty)) = snapshot.analysis.inferred_type(file, selection)? else {
            return Ok(None);
        };
        let range = snapshot.range(file, range)?;
        Ok(Some(TypeOfRange { range, ty }))
    }
}

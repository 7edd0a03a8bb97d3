//! `puppetAnalyzer/inferredType`

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::custom::syntax_tree::INFERRED_TYPE;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;
use serde::{Deserialize, Serialize};

/// The type of what is selected.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InferredTypeParams {
    text_document: lsp::TextDocumentIdentifier,
    range: lsp::Range,
}

pub(crate) struct InferredType;

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

pub(crate) enum InferredTypeRequest {}

impl lsp::request::Request for InferredTypeRequest {
    type Params = InferredTypeParams;
    type Result = Option<TypeOfRange>;
    const METHOD: &'static str = INFERRED_TYPE;
}

/// The expression around the selection, and its type in Puppet's words.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TypeOfRange {
    range: lsp::Range,
    #[serde(rename = "type")]
    ty: String,
}

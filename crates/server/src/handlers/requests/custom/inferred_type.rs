//! `puppetAnalyzer/inferredType`: the type of what is selected.

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use serde::{Deserialize, Serialize};

/// The type of the selected expression.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InferredTypeParams {
    text_document: lsp::TextDocumentIdentifier,
    range: lsp::Range,
}

pub(crate) struct InferredType;

impl RequestHandler for InferredType {
    type Request = Self;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let selection = snapshot.text_range(file, params.range)?;
        let Some((range, ty)) = snapshot.analysis.inferred_type(file, selection)? else {
            return Ok(None);
        };
        let range = snapshot.range(file, range)?;
        Ok(Some(TypeOfRange { range, ty }))
    }
}

impl lsp::request::Request for InferredType {
    type Params = InferredTypeParams;
    type Result = Option<TypeOfRange>;
    const METHOD: &'static str = "puppetAnalyzer/inferredType";
}

/// The expression around the selection, and its type in Puppet's words.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TypeOfRange {
    range: lsp::Range,
    #[serde(rename = "type")]
    ty: String,
}

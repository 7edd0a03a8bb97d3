//! `textDocument/semanticTokens/range`

use super::semantic_tokens::encode;
use crate::handlers::request_handler::{Params, ReadError, RequestHandler, Response, RetryPolicy};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) struct SemanticTokensRange;

impl RequestHandler for SemanticTokensRange {
    type Request = lsp::request::SemanticTokensRangeRequest;
    const ON_EDIT: RetryPolicy = crate::handlers::request_handler::RetryPolicy::Refuse;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        let range = snapshot.text_range(file, params.range)?;
        let tokens = snapshot.analysis.semantic_tokens(file, Some(range))?;
        Ok(Some(lsp::SemanticTokensRangeResult::Tokens(
            lsp::SemanticTokens {
                result_id: None,
                data: encode(snapshot, file, &tokens)?,
            },
        )))
    }
}

//! `textDocument/semanticTokens/range`

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::presentation::semantic_tokens::encode;
use crate::handlers::retry_policy::RetryPolicy;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) struct SemanticTokensRange;

impl RequestHandler for SemanticTokensRange {
    type Request = lsp::request::SemanticTokensRangeRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Refuse;

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

//! `textDocument/semanticTokens/full/delta`

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::presentation::semantic_tokens::{difference, full};
use crate::handlers::retry_policy::RetryPolicy;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) struct SemanticTokensDelta;

impl RequestHandler for SemanticTokensDelta {
    type Request = lsp::request::SemanticTokensFullDeltaRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        let before = snapshot.tokens.sent(file, &params.previous_result_id);
        let (id, tokens) = full(snapshot, file)?;
        Ok(Some(match before {
            Some(before) => {
                lsp::SemanticTokensFullDeltaResult::TokensDelta(lsp::SemanticTokensDelta {
                    result_id: Some(id),
                    edits: difference(&before, &tokens).into_iter().collect(),
                })
            }
            None => lsp::SemanticTokensFullDeltaResult::Tokens(lsp::SemanticTokens {
                result_id: Some(id),
                data: tokens.to_vec(),
            }),
        }))
    }
}

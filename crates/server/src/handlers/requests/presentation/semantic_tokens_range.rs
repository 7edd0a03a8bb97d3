//! `textDocument/semanticTokens/range`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::presentation::semantic_tokens::encode;

pub(crate) struct SemanticTokensRange;

impl RequestHandler for SemanticTokensRange {
    type Request = lsp::request::SemanticTokensRangeRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
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

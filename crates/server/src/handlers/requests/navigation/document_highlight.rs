//! `textDocument/documentHighlight`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};

pub(crate) struct DocumentHighlight;

impl RequestHandler for DocumentHighlight {
    type Request = lsp::request::DocumentHighlightRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let found = snapshot.analysis.highlight(position)?;
        let mut highlights = Vec::new();
        for reference in found {
            let kind = match reference.is_write {
                true => lsp::DocumentHighlightKind::WRITE,
                false => lsp::DocumentHighlightKind::READ,
            };
            let range = snapshot.range(reference.at.file, reference.at.range)?;
            highlights.push(lsp::DocumentHighlight {
                range,
                kind: Some(kind),
            });
        }
        Ok(Some(highlights))
    }
}

//! `textDocument/hover`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};

pub(crate) struct Hover;

impl RequestHandler for Hover {
    type Request = lsp::request::HoverRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let Some(hover) = snapshot.analysis.hover(position)? else {
            return Ok(None);
        };
        let (kind, value) = if snapshot.client.markdown_hover {
            (lsp::MarkupKind::Markdown, hover.markdown())
        } else {
            (lsp::MarkupKind::PlainText, hover.plain_text())
        };
        Ok(Some(lsp::Hover {
            contents: lsp::HoverContents::Markup(lsp::MarkupContent { kind, value }),
            range: Some(snapshot.range(position.file, hover.range)?),
        }))
    }
}

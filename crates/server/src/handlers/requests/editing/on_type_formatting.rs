//! `textDocument/onTypeFormatting`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::protocol::to_proto::text_edits;

pub(crate) struct OnTypeFormatting;

impl RequestHandler for OnTypeFormatting {
    type Request = lsp::request::OnTypeFormatting;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position)?;
        let Some(typed) = params.ch.chars().next() else {
            return Ok(None);
        };
        let edits = snapshot.analysis.format_on_type(position, typed)?;
        Ok(Some(text_edits(snapshot, position.file, &edits)?))
    }
}

//! `textDocument/formatting`, `textDocument/rangeFormatting` and `textDocument/onTypeFormatting`
//!
//! The options of the client (tabs or spaces, how many) do not count: the style guide has only one answer.

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::protocol::to_proto::text_edits;

pub(crate) struct Formatting;

impl RequestHandler for Formatting {
    type Request = lsp::request::Formatting;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let edits = snapshot.analysis.format(file)?;
        Ok(Some(text_edits(snapshot, file, &edits)?))
    }
}

//! `textDocument/rangeFormatting`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::protocol::to_proto::text_edits;
use puppet_ide::FileRange;

pub(crate) struct RangeFormatting;

impl RequestHandler for RangeFormatting {
    type Request = lsp::request::RangeFormatting;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let range = snapshot.text_range(file, params.range)?;
        let edits = snapshot.analysis.format_range(FileRange { file, range })?;
        Ok(Some(text_edits(snapshot, file, &edits)?))
    }
}

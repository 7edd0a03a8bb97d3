//! `textDocument/linkedEditingRange`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};

pub(crate) struct LinkedEditing;

impl RequestHandler for LinkedEditing {
    type Request = lsp::request::LinkedEditingRange;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let linked = snapshot.analysis.linked_ranges(position)?;
        if linked.is_empty() {
            return Ok(None);
        }
        let ranges = linked.into_iter();
        Ok(Some(lsp::LinkedEditingRanges {
            ranges: ranges
                .map(|range| snapshot.range(position.file, range))
                .collect::<Result<_, _>>()?,
            word_pattern: None,
        }))
    }
}

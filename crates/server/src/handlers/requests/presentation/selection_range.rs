//! `textDocument/selectionRange`

use puppet_ide::FilePosition;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};

pub(crate) struct SelectionRanges;

impl RequestHandler for SelectionRanges {
    type Request = lsp::request::SelectionRangeRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let mut all = Vec::new();
        for position in &params.positions {
            let offset = snapshot.offset(file, *position)?;
            let ranges = snapshot
                .analysis
                .selection_ranges(FilePosition { file, offset })?;
            let mut around = None;
            for range in ranges.into_iter().rev() {
                around = Some(Box::new(lsp::SelectionRange {
                    range: snapshot.range(file, range)?,
                    parent: around,
                }));
            }
            // There is one answer for each position, whatever is there.
            all.push(around.map_or_else(
                || lsp::SelectionRange {
                    range: lsp::Range::new(*position, *position),
                    parent: None,
                },
                |around| *around,
            ));
        }
        Ok(Some(all))
    }
}

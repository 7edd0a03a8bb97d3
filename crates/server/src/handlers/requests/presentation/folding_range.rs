//! `textDocument/foldingRange`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};
use puppet_ide::FoldKind;

pub(crate) struct FoldingRanges;

impl RequestHandler for FoldingRanges {
    type Request = lsp::request::FoldingRangeRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let lines = snapshot.lines(file)?;
        let folds = snapshot.analysis.folding_ranges(file)?;
        let line_only = snapshot.client.folds_whole_lines;
        let ranges = folds.into_iter().map(|fold| {
            let range = snapshot.encoding.range(lines, fold.range);
            // A client that folds whole lines would hide the closing bracket too.
            let hides_bracket = line_only && fold.kind == FoldKind::Code;
            lsp::FoldingRange {
                start_line: range.start.line,
                start_character: (!line_only).then_some(range.start.character),
                end_line: if hides_bracket {
                    range.end.line.saturating_sub(1).max(range.start.line)
                } else {
                    range.end.line
                },
                end_character: (!line_only).then_some(range.end.character),
                kind: match fold.kind {
                    FoldKind::Code => None,
                    FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
                },
                collapsed_text: None,
            }
        });
        Ok(Some(ranges.collect()))
    }
}

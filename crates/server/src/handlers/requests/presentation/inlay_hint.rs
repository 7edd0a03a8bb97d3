//! `textDocument/inlayHint`

use puppet_ide::{HintKind, InlayHint};

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};

pub(crate) struct InlayHints;

impl RequestHandler for InlayHints {
    type Request = lsp::request::InlayHintRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let range = snapshot.text_range(file, params.range)?;
        let kinds = snapshot.settings.inlay_hints.kinds();
        let lines = snapshot.lines(file)?;
        let hints = snapshot.analysis.inlay_hints(file, range, kinds)?;
        let hints = hints.into_iter().map(|hint| {
            let position = snapshot.encoding.position(lines, hint.at);
            to_protocol(hint, position)
        });
        Ok(Some(hints.collect()))
    }
}

fn to_protocol(hint: InlayHint, position: lsp::Position) -> lsp::InlayHint {
    lsp::InlayHint {
        position,
        label: lsp::InlayHintLabel::String(hint.label),
        text_edits: hint.insert.map(|text| {
            let range = lsp::Range::new(position, position);
            vec![lsp::TextEdit::new(range, text)]
        }),
        kind: match hint.kind {
            HintKind::Type => Some(lsp::InlayHintKind::TYPE),
            HintKind::Parameter => Some(lsp::InlayHintKind::PARAMETER),
            HintKind::Default | HintKind::Data | HintKind::Version => None,
        },
        tooltip: None,
        padding_left: None,
        padding_right: None,
        data: None,
    }
}

//! `textDocument/references` and `textDocument/documentHighlight`

use puppet_ide::LineIndex;

use crate::handlers::requests::{Params, ReadError, RequestHandler, Response, RetryPolicy};
use crate::snapshot::Snapshot;
use crate::text_files;
use crate::transport::lsp;

pub(crate) struct References;

impl RequestHandler for References {
    type Request = lsp::request::References;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position)? else {
            return Ok(None);
        };
        let found = snapshot.analysis.references(position)?;
        let elsewhere = snapshot.analysis.elsewhere(position, &found)?;
        let mut locations = Vec::new();
        for reference in found {
            if !reference.is_declaration || params.context.include_declaration {
                locations.extend(snapshot.location(reference.at)?);
            }
        }
        if let Some(names) = elsewhere {
            text_files::each_text(snapshot, &names, |uri, text, outside| {
                let places = names.places(text, outside);
                if !places.is_empty() {
                    let lines = LineIndex::new(text);
                    let range = |range| snapshot.encoding.range(&lines, range);
                    let places = places.into_iter().map(range);
                    locations.extend(places.map(|it| lsp::Location::new(uri.clone(), it)));
                }
            });
        }
        Ok(Some(locations))
    }
}

pub(crate) struct DocumentHighlight;

impl RequestHandler for DocumentHighlight {
    type Request = lsp::request::DocumentHighlightRequest;
    const ON_EDIT: RetryPolicy = RetryPolicy::Refuse;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position_params)? else {
            return Ok(None);
        };
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

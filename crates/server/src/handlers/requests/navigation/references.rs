//! `textDocument/references` and `textDocument/documentHighlight`

use puppet_ide::LineIndex;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::text_files;

pub(crate) struct References;

impl RequestHandler for References {
    type Request = lsp::request::References;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position)?;
        let found = snapshot.analysis.references(position)?;
        let in_text_files = snapshot.analysis.text_file_references(position, &found)?;
        let mut locations = Vec::new();
        for reference in found {
            if !reference.is_declaration || params.context.include_declaration {
                locations.extend(snapshot.location(reference.at)?);
            }
        }
        if let Some(names) = in_text_files {
            text_files::each_text(snapshot, &names, |uri, text, outside| {
                let places = names.name_ranges(text, outside);
                if !places.is_empty() {
                    let lines = LineIndex::new_for_editor(text);
                    let range = |range| snapshot.encoding.range(&lines, range);
                    let places = places.into_iter().map(range);
                    locations.extend(places.map(|it| lsp::Location::new(uri.clone(), it)));
                }
            });
        }
        Ok(Some(locations))
    }
}

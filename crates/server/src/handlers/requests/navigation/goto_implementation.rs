//! `textDocument/implementation`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::goto_definition::{providers, response};
use puppet_ide::GotoTarget;

pub(crate) struct GotoImplementation;

impl RequestHandler for GotoImplementation {
    type Request = lsp::request::GotoImplementation;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let Some(found) = snapshot.analysis.goto_implementation(position)? else {
            return Ok(None);
        };
        if !found.values.is_empty() {
            let levels = GotoTarget {
                origin: found.origin,
                targets: found.values,
            };
            return response(snapshot, position.file, Some(levels));
        }
        let mut places = Vec::new();
        for file in found.files {
            if let Some(uri) = snapshot.uris.uri(file) {
                let ranges = providers(snapshot, &snapshot.analysis.path(file), &found.of);
                places.extend(ranges.into_iter().map(|range| (uri.clone(), range)));
            }
        }
        if !snapshot.client.definition_links {
            let locations = places
                .into_iter()
                .map(|(uri, range)| lsp::Location { uri, range });
            return Ok(Some(lsp::GotoDefinitionResponse::Array(
                locations.collect(),
            )));
        }
        let origin = snapshot.range(position.file, found.origin)?;
        let links = places
            .into_iter()
            .map(|(target_uri, range)| lsp::LocationLink {
                origin_selection_range: Some(origin),
                target_uri,
                target_range: range,
                target_selection_range: range,
            });
        Ok(Some(lsp::GotoDefinitionResponse::Link(links.collect())))
    }
}

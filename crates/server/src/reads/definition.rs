//! `textDocument/definition`

use puppet_ide::{FileRange, NavigationTarget};

use super::{Params, Read, ReadError, Response};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) struct GotoDefinition;

impl Read for GotoDefinition {
    type Request = lsp::request::GotoDefinition;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position_params)? else {
            return Ok(None);
        };
        let Some(found) = snapshot.analysis.goto_definition(position)? else {
            return Ok(None);
        };
        if snapshot.client.definition_links {
            let origin = snapshot.range(position.file, found.origin)?;
            let mut links = Vec::new();
            for target in found.targets {
                links.extend(link(snapshot, origin, &target)?);
            }
            return Ok(Some(lsp::GotoDefinitionResponse::Link(links)));
        }
        let mut locations = Vec::new();
        for target in found.targets {
            locations.extend(snapshot.location(FileRange {
                file: target.file,
                range: target.focus_range,
            })?);
        }
        Ok(Some(lsp::GotoDefinitionResponse::Array(locations)))
    }
}

fn link(
    snapshot: &Snapshot,
    origin: lsp::Range,
    target: &NavigationTarget,
) -> Result<Option<lsp::LocationLink>, ReadError> {
    let Some(target_uri) = snapshot.uris.uri(target.file) else {
        return Ok(None);
    };
    Ok(Some(lsp::LocationLink {
        origin_selection_range: Some(origin),
        target_uri,
        target_range: snapshot.range(target.file, target.full_range)?,
        target_selection_range: snapshot.range(target.file, target.focus_range)?,
    }))
}

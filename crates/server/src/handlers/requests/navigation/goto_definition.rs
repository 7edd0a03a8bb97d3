//! `textDocument/definition`, `textDocument/declaration`, `textDocument/typeDefinition` and
//! `textDocument/implementation`

use puppet_ide::{FilePosition, FileRange, GotoTarget, NavigationTarget};
use puppet_ide::{LineIndex, provider_names};
use puppet_vfs::FileId;

use crate::documentation_pages;
use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};

pub(crate) struct GotoDefinition;

impl RequestHandler for GotoDefinition {
    type Request = lsp::request::GotoDefinition;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        match snapshot.analysis.goto_definition(position)? {
            None => builtin_definition(snapshot, position),
            found => response(snapshot, position.file, found),
        }
    }
}

/// Puppet's built-in symbols are described on pages of the server.
pub(crate) fn builtin_definition(
    snapshot: &Snapshot,
    position: FilePosition,
) -> Result<Option<lsp::GotoDefinitionResponse>, ReadError> {
    let Some(found) = snapshot.analysis.shipped_definition(position)? else {
        return Ok(None);
    };
    let Some(uri) = documentation_pages::uri(&snapshot.client, &found.path, &found.text) else {
        return Ok(None);
    };
    let lines = LineIndex::new_for_editor(&found.text);
    let range = snapshot.encoding.range(&lines, found.range);
    if !snapshot.client.definition_links {
        let location = lsp::Location { uri, range };
        return Ok(Some(lsp::GotoDefinitionResponse::Array(vec![location])));
    }
    let link = lsp::LocationLink {
        origin_selection_range: Some(snapshot.range(position.file, found.origin)?),
        target_uri: uri,
        target_range: range,
        target_selection_range: range,
    };
    Ok(Some(lsp::GotoDefinitionResponse::Link(vec![link])))
}

/// Where a file on disk names the providers of a type; its start if it does not do so in a way that can be read.
pub(crate) fn providers(snapshot: &Snapshot, path: &str, of: &str) -> Vec<lsp::Range> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = LineIndex::new_for_editor(&text);
    let names = provider_names(&text, of).into_iter();
    let mut ranges: Vec<_> = names
        .map(|range| snapshot.encoding.range(&lines, range))
        .collect();
    if ranges.is_empty() {
        ranges.push(lsp::Range::default());
    }
    ranges
}

pub(crate) fn response(
    snapshot: &Snapshot,
    from: FileId,
    found: Option<GotoTarget>,
) -> Result<Option<lsp::GotoDefinitionResponse>, ReadError> {
    let Some(found) = found else {
        return Ok(None);
    };
    if snapshot.client.definition_links {
        let origin = snapshot.range(from, found.origin)?;
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

pub(crate) fn link(
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

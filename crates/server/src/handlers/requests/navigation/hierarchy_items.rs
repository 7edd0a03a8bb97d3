//! Items of call and type hierarchies.

use puppet_ide::FilePosition;
use puppet_ide::{HierarchyCall, HierarchyItem};

use crate::handlers::requests::navigation::document_symbol::symbol_kind;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

/// The position of an item that the client sends back.
pub(crate) fn start(
    snapshot: &Snapshot,
    uri: &lsp::Url,
    position: lsp::Position,
) -> Result<FilePosition, ReadError> {
    snapshot.position(&lsp::TextDocumentPositionParams {
        text_document: lsp::TextDocumentIdentifier { uri: uri.clone() },
        position,
    })
}

pub(crate) fn ranges(
    snapshot: &Snapshot,
    file: puppet_vfs::FileId,
    call: &HierarchyCall,
) -> Result<Vec<lsp::Range>, ReadError> {
    call.ranges
        .iter()
        .map(|range| snapshot.range(file, *range))
        .collect()
}

pub(crate) fn call_item(
    snapshot: &Snapshot,
    item: &HierarchyItem,
) -> Result<Option<lsp::CallHierarchyItem>, ReadError> {
    let Some(uri) = snapshot.uris.uri(item.file) else {
        return Ok(None);
    };
    Ok(Some(lsp::CallHierarchyItem {
        name: shown_name(item),
        kind: item.kind.map_or(lsp::SymbolKind::FILE, symbol_kind),
        tags: None,
        detail: None,
        uri,
        range: snapshot.range(item.file, item.full_range)?,
        selection_range: snapshot.range(item.file, item.focus_range)?,
        data: None,
    }))
}

pub(crate) fn type_items(
    snapshot: &Snapshot,
    items: &[HierarchyItem],
) -> Result<Vec<lsp::TypeHierarchyItem>, ReadError> {
    let mut found = Vec::new();
    for item in items {
        if let Some(uri) = snapshot.uris.uri(item.file) {
            found.push(lsp::TypeHierarchyItem {
                name: shown_name(item),
                kind: item.kind.map_or(lsp::SymbolKind::FILE, symbol_kind),
                tags: None,
                detail: None,
                uri,
                range: snapshot.range(item.file, item.full_range)?,
                selection_range: snapshot.range(item.file, item.focus_range)?,
                data: None,
            });
        }
    }
    Ok(found)
}

/// Of a file, only the last part of its path.
pub(crate) fn shown_name(item: &HierarchyItem) -> String {
    match item.kind {
        Some(_) => item.name.clone(),
        None => item.name.rsplit('/').next().unwrap_or_default().to_owned(),
    }
}

//! `textDocument/prepareCallHierarchy`, `callHierarchy/…`, `textDocument/prepareTypeHierarchy` and `typeHierarchy/…`

use puppet_ide::FilePosition;
use puppet_ide::{HierarchyCall, HierarchyItem};

use crate::handlers::requests::document_symbol::symbol_kind;
use crate::handlers::requests::{Params, Priority, ReadError, RequestHandler, Response};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) struct PrepareCallHierarchy;

impl RequestHandler for PrepareCallHierarchy {
    type Request = lsp::request::CallHierarchyPrepare;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position_params)? else {
            return Ok(None);
        };
        let Some(item) = snapshot.analysis.hierarchy_item(position)? else {
            return Ok(None);
        };
        Ok(Some(call_item(snapshot, &item)?.into_iter().collect()))
    }
}

pub(crate) struct IncomingCalls;

impl RequestHandler for IncomingCalls {
    type Request = lsp::request::CallHierarchyIncomingCalls;
    const LANE: Priority = Priority::Background;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let Some(position) = start(snapshot, &item.uri, item.selection_range.start)? else {
            return Ok(None);
        };
        let mut calls = Vec::new();
        for call in snapshot.analysis.incoming_calls(position)? {
            if let Some(from) = call_item(snapshot, &call.item)? {
                let from_ranges = ranges(snapshot, call.item.file, &call)?;
                calls.push(lsp::CallHierarchyIncomingCall { from, from_ranges });
            }
        }
        Ok(Some(calls))
    }
}

pub(crate) struct OutgoingCalls;

impl RequestHandler for OutgoingCalls {
    type Request = lsp::request::CallHierarchyOutgoingCalls;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let Some(position) = start(snapshot, &item.uri, item.selection_range.start)? else {
            return Ok(None);
        };
        let mut calls = Vec::new();
        for call in snapshot.analysis.outgoing_calls(position)? {
            if let Some(to) = call_item(snapshot, &call.item)? {
                let from_ranges = ranges(snapshot, position.file, &call)?;
                calls.push(lsp::CallHierarchyOutgoingCall { to, from_ranges });
            }
        }
        Ok(Some(calls))
    }
}

pub(crate) struct PrepareTypeHierarchy;

impl RequestHandler for PrepareTypeHierarchy {
    type Request = lsp::request::TypeHierarchyPrepare;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position_params)? else {
            return Ok(None);
        };
        let item = snapshot.analysis.hierarchy_item(position)?;
        let items = type_items(snapshot, item.as_slice())?;
        Ok(Some(items).filter(|items| !items.is_empty()))
    }
}

pub(crate) struct Supertypes;

impl RequestHandler for Supertypes {
    type Request = lsp::request::TypeHierarchySupertypes;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let Some(position) = start(snapshot, &item.uri, item.selection_range.start)? else {
            return Ok(None);
        };
        let found = snapshot.analysis.supertypes(position)?;
        Ok(Some(type_items(snapshot, &found)?))
    }
}

pub(crate) struct Subtypes;

impl RequestHandler for Subtypes {
    type Request = lsp::request::TypeHierarchySubtypes;
    const LANE: Priority = Priority::Background;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let Some(position) = start(snapshot, &item.uri, item.selection_range.start)? else {
            return Ok(None);
        };
        let found = snapshot.analysis.subtypes(position)?;
        Ok(Some(type_items(snapshot, &found)?))
    }
}

/// The place of an item that the client sends back.
fn start(
    snapshot: &Snapshot,
    uri: &lsp::Url,
    position: lsp::Position,
) -> Result<Option<FilePosition>, ReadError> {
    snapshot.position(&lsp::TextDocumentPositionParams {
        text_document: lsp::TextDocumentIdentifier { uri: uri.clone() },
        position,
    })
}

fn ranges(
    snapshot: &Snapshot,
    file: puppet_vfs::FileId,
    call: &HierarchyCall,
) -> Result<Vec<lsp::Range>, ReadError> {
    call.ranges
        .iter()
        .map(|range| snapshot.range(file, *range))
        .collect()
}

fn call_item(
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

fn type_items(
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
fn shown_name(item: &HierarchyItem) -> String {
    match item.kind {
        Some(_) => item.name.clone(),
        None => item.name.rsplit('/').next().unwrap_or_default().to_owned(),
    }
}

//! `callHierarchy/outgoingCalls`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::hierarchy_items::{call_item, ranges, start};

pub(crate) struct OutgoingCalls;

impl RequestHandler for OutgoingCalls {
    type Request = lsp::request::CallHierarchyOutgoingCalls;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let position = start(snapshot, &item.uri, item.selection_range.start)?;
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

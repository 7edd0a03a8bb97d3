//! `callHierarchy/incomingCalls`

use crate::handlers::request_handler::{
    Params, Priority, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::hierarchy_items::{call_item, ranges, start};

pub(crate) struct IncomingCalls;

impl RequestHandler for IncomingCalls {
    type Request = lsp::request::CallHierarchyIncomingCalls;
    const PRIORITY: Priority = Priority::Background;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let position = start(snapshot, &item.uri, item.selection_range.start)?;
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

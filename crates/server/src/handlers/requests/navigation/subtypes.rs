//! `typeHierarchy/subtypes`

use crate::handlers::request_handler::{
    Params, Priority, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::hierarchy_items::{start, type_items};

pub(crate) struct Subtypes;

impl RequestHandler for Subtypes {
    type Request = lsp::request::TypeHierarchySubtypes;
    const PRIORITY: Priority = Priority::Background;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let position = start(snapshot, &item.uri, item.selection_range.start)?;
        let found = snapshot.analysis.subtypes(position)?;
        Ok(Some(type_items(snapshot, &found)?))
    }
}

//! `typeHierarchy/subtypes`

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::navigation::hierarchy_items::{start, type_items};
use crate::handlers::retry_policy::Priority;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) struct Subtypes;

impl RequestHandler for Subtypes {
    type Request = lsp::request::TypeHierarchySubtypes;
    const PRIORITY: Priority = Priority::Background;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let Some(position) = start(snapshot, &item.uri, item.selection_range.start)? else {
            return Ok(None);
        };
        let found = snapshot.analysis.subtypes(position)?;
        Ok(Some(type_items(snapshot, &found)?))
    }
}

//! `typeHierarchy/supertypes`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::hierarchy_items::{start, type_items};

pub(crate) struct Supertypes;

impl RequestHandler for Supertypes {
    type Request = lsp::request::TypeHierarchySupertypes;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let item = &params.item;
        let position = start(snapshot, &item.uri, item.selection_range.start)?;
        let found = snapshot.analysis.supertypes(position)?;
        Ok(Some(type_items(snapshot, &found)?))
    }
}

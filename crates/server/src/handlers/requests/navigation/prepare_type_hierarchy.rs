//! `textDocument/prepareTypeHierarchy`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::hierarchy_items::type_items;

pub(crate) struct PrepareTypeHierarchy;

impl RequestHandler for PrepareTypeHierarchy {
    type Request = lsp::request::TypeHierarchyPrepare;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let item = snapshot.analysis.hierarchy_item(position)?;
        let items = type_items(snapshot, item.as_slice())?;
        Ok(Some(items).filter(|items| !items.is_empty()))
    }
}

//! `textDocument/prepareCallHierarchy`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::hierarchy_items::call_item;

pub(crate) struct PrepareCallHierarchy;

impl RequestHandler for PrepareCallHierarchy {
    type Request = lsp::request::CallHierarchyPrepare;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let Some(item) = snapshot.analysis.hierarchy_item(position)? else {
            return Ok(None);
        };
        Ok(Some(call_item(snapshot, &item)?.into_iter().collect()))
    }
}

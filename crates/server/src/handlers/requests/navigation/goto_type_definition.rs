//! `textDocument/typeDefinition`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::goto_definition::response;

pub(crate) struct GotoTypeDefinition;

impl RequestHandler for GotoTypeDefinition {
    type Request = lsp::request::GotoTypeDefinition;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let found = snapshot.analysis.goto_type_definition(position)?;
        response(snapshot, position.file, found)
    }
}

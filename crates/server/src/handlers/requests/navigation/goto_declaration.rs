//! `textDocument/declaration`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::navigation::goto_definition::GotoDefinition;

/// What is declared is defined in Puppet.
pub(crate) struct GotoDeclaration;

impl RequestHandler for GotoDeclaration {
    type Request = lsp::request::GotoDeclaration;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        GotoDefinition::run(snapshot, params)
    }
}

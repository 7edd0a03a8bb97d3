//! `textDocument/declaration`

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::navigation::goto_definition::GotoDefinition;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

/// What is declared is defined in Puppet.
pub(crate) struct GotoDeclaration;

impl RequestHandler for GotoDeclaration {
    type Request = lsp::request::GotoDeclaration;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        GotoDefinition::run(snapshot, params)
    }
}

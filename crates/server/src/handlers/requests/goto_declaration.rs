//! `textDocument/declaration`

use super::goto_definition::GotoDefinition;
use crate::handlers::request_handler::{Params, ReadError, RequestHandler, Response};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

/// What is declared is defined in Puppet.
pub(crate) struct GotoDeclaration;

impl RequestHandler for GotoDeclaration {
    type Request = lsp::request::GotoDeclaration;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        GotoDefinition::run(snapshot, params)
    }
}

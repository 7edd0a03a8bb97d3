//! `textDocument/prepareRename`, `textDocument/rename` and `workspace/willRenameFiles`

use puppet_ide::RenameError;

use crate::handlers::request_handler::{Params, ReadError, RequestHandler, Response};
use crate::protocol::to_proto::workspace_edit;
use crate::snapshot::Snapshot;
use crate::transport::lsp;

/// The user reads why.
pub(super) fn refused(error: RenameError) -> ReadError {
    crate::handlers::request_handler::ReadError::Invalid(error.to_string())
}

pub(crate) struct Rename;

impl RequestHandler for Rename {
    type Request = lsp::request::Rename;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position)? else {
            return Ok(None);
        };
        let Some(change) = snapshot.analysis.rename(position, &params.new_name)? else {
            return Ok(None);
        };
        let change = change.map_err(refused)?;
        Ok(Some(workspace_edit(snapshot, &change)?))
    }
}

//! `textDocument/prepareRename`, `textDocument/rename` and `workspace/willRenameFiles`

use puppet_ide::RenameError;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::protocol::to_proto::workspace_edit;

/// The user reads why.
pub(crate) fn refused(error: RenameError) -> ReadError {
    ReadError::Invalid(error.to_string())
}

pub(crate) struct Rename;

impl RequestHandler for Rename {
    type Request = lsp::request::Rename;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position)?;
        let Some(change) = snapshot.analysis.rename(position, &params.new_name)? else {
            return Ok(None);
        };
        let change = change.map_err(refused)?;
        Ok(Some(workspace_edit(snapshot, &change)?))
    }
}

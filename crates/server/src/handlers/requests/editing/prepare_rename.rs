//! `textDocument/prepareRename`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::editing::rename::refused;

pub(crate) struct PrepareRename;

impl RequestHandler for PrepareRename {
    type Request = lsp::request::PrepareRenameRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(params)?;
        let Some(target) = snapshot.analysis.prepare_rename(position)? else {
            return Ok(None);
        };
        let target = target.map_err(refused)?;
        Ok(Some(lsp::PrepareRenameResponse::RangeWithPlaceholder {
            range: snapshot.range(position.file, target.range)?,
            placeholder: target.placeholder,
        }))
    }
}

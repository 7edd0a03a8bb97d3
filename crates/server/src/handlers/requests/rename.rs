//! `textDocument/prepareRename`, `textDocument/rename` and `workspace/willRenameFiles`

use puppet_ide::RenameError;

use crate::handlers::requests::{Params, Priority, ReadError, RequestHandler, Response};
use crate::protocol::to_proto::workspace_edit;
use crate::protocol::uri_map::file_path;
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) struct PrepareRename;

impl RequestHandler for PrepareRename {
    type Request = lsp::request::PrepareRenameRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(params)? else {
            return Ok(None);
        };
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

/// The user reads why.
fn refused(error: RenameError) -> ReadError {
    ReadError::Invalid(error.to_string())
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

pub(crate) struct WillRenameFiles;

impl RequestHandler for WillRenameFiles {
    type Request = lsp::request::WillRenameFiles;
    const LANE: Priority = Priority::Background;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let path = |uri: &str| {
            let path = file_path(&lsp::Url::parse(uri).ok()?);
            let path = path.as_disk()?.to_string_lossy().into_owned();
            Some(path.replace(std::path::MAIN_SEPARATOR, "/"))
        };
        let moved: Vec<(String, String)> = params
            .files
            .iter()
            .filter_map(|file| Some((path(&file.old_uri)?, path(&file.new_uri)?)))
            .collect();
        let change = snapshot.analysis.rename_files(&moved)?;
        Ok(Some(workspace_edit(snapshot, &change)?))
    }
}

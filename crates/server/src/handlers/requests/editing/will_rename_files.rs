//! `workspace/willRenameFiles`

use crate::handlers::request_handler::{
    Params, Priority, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::protocol::to_proto::workspace_edit;
use crate::protocol::uri_map::file_path;

pub(crate) struct WillRenameFiles;

impl RequestHandler for WillRenameFiles {
    type Request = lsp::request::WillRenameFiles;
    const PRIORITY: Priority = Priority::Background;

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
        let change = snapshot.analysis.will_rename_files(&moved)?;
        Ok(Some(workspace_edit(snapshot, &change)?))
    }
}

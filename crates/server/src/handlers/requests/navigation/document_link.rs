//! `textDocument/documentLink`

use puppet_ide::LinkTarget;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct DocumentLinks;

impl RequestHandler for DocumentLinks {
    type Request = lsp::request::DocumentLinkRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let mut links = Vec::new();
        for link in snapshot.analysis.links(file)? {
            let target = match &link.target {
                LinkTarget::Path(path) => lsp::Url::from_file_path(path).ok(),
                LinkTarget::Url(url) => lsp::Url::parse(url).ok(),
            };
            if target.is_some() {
                links.push(lsp::DocumentLink {
                    range: snapshot.range(file, link.range)?,
                    target,
                    tooltip: None,
                    data: None,
                });
            }
        }
        Ok(Some(links))
    }
}

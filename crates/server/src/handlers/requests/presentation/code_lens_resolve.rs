//! `codeLens/resolve`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::handlers::requests::presentation::code_lens::user_list;
use crate::protocol::client_commands::SHOW_REFERENCES;
use serde_json::json;

pub(crate) struct ResolveCodeLens;

impl RequestHandler for ResolveCodeLens {
    type Request = lsp::request::CodeLensResolve;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let mut lens = params.clone();
        if lens.command.is_some() {
            return Ok(lens);
        }
        let uri = lens
            .data
            .as_ref()
            .and_then(|data| lsp::Url::parse(data.as_str()?).ok())
            .ok_or_else(|| ReadError::Invalid("this lens is not from us".into()))?;
        let at = lsp::TextDocumentPositionParams {
            text_document: lsp::TextDocumentIdentifier { uri: uri.clone() },
            position: lens.range.start,
        };
        let mut locations = Vec::new();
        let mut users = Vec::new();
        let position = match snapshot.position(&at) {
            Err(ReadError::UnknownDocument) => None,
            position => Some(position?),
        };
        if let Some(position) = position {
            for reference in snapshot.analysis.counted_references(position)? {
                locations.extend(snapshot.location(reference)?);
            }
            users = snapshot.analysis.users(position)?;
        }
        let title = match locations.len() {
            1 => format!("1 reference{}", user_list(&users)),
            count => format!("{count} references{}", user_list(&users)),
        };
        let shows = snapshot.client.shows_references && !locations.is_empty();
        lens.command = Some(lsp::Command {
            title,
            command: if shows {
                SHOW_REFERENCES.into()
            } else {
                String::new()
            },
            arguments: shows.then(|| vec![json!(uri), json!(lens.range.start), json!(locations)]),
        });
        Ok(lens)
    }
}

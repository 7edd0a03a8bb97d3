//! `textDocument/codeLens` and `codeLens/resolve`

use serde_json::json;

use super::{OnEdit, Params, Read, ReadError, Response};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

/// The command with which our extension shows a list of places. Other clients show the number only.
pub(crate) const SHOW_REFERENCES: &str = "puppet-analyzer.showReferences";

pub(crate) struct CodeLenses;

impl Read for CodeLenses {
    type Request = lsp::request::CodeLensRequest;
    const ON_EDIT: OnEdit = OnEdit::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        if !snapshot.settings.code_lenses.references {
            return Ok(Some(Vec::new()));
        }
        let mut lenses = Vec::new();
        for lens in snapshot.analysis.lenses(file)? {
            lenses.push(lsp::CodeLens {
                range: snapshot.range(file, lens.range)?,
                command: None,
                data: Some(json!(params.text_document.uri)),
            });
        }
        Ok(Some(lenses))
    }
}

pub(crate) struct ResolveCodeLens;

impl Read for ResolveCodeLens {
    type Request = lsp::request::CodeLensResolve;
    const ON_EDIT: OnEdit = OnEdit::Refuse;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let mut lens = params.clone();
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
        if let Some(position) = snapshot.position(&at)? {
            for reference in snapshot.analysis.references(position)? {
                if !reference.is_declaration {
                    locations.extend(snapshot.location(reference.at)?);
                }
            }
        }
        let title = match locations.len() {
            1 => "1 reference".to_owned(),
            count => format!("{count} references"),
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

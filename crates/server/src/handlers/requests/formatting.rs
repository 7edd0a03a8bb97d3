//! `textDocument/formatting`, `textDocument/rangeFormatting` and `textDocument/onTypeFormatting`
//!
//! The options of the client (tabs or blanks, how many) do not count: the style guide has only one answer.

use puppet_ide::FileRange;

use crate::handlers::requests::{Params, ReadError, RequestHandler, Response};
use crate::protocol::to_proto::text_edits;
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) struct Formatting;

impl RequestHandler for Formatting {
    type Request = lsp::request::Formatting;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        let edits = snapshot.analysis.format(file)?;
        Ok(Some(text_edits(snapshot, file, &edits)?))
    }
}

pub(crate) struct RangeFormatting;

impl RequestHandler for RangeFormatting {
    type Request = lsp::request::RangeFormatting;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(file) = snapshot.file(&params.text_document) else {
            return Ok(None);
        };
        let range = snapshot.text_range(file, params.range)?;
        let edits = snapshot.analysis.format_range(FileRange { file, range })?;
        Ok(Some(text_edits(snapshot, file, &edits)?))
    }
}

pub(crate) struct OnTypeFormatting;

impl RequestHandler for OnTypeFormatting {
    type Request = lsp::request::OnTypeFormatting;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position)? else {
            return Ok(None);
        };
        let Some(typed) = params.ch.chars().next() else {
            return Ok(None);
        };
        let edits = snapshot.analysis.on_type(position, typed)?;
        Ok(Some(text_edits(snapshot, position.file, &edits)?))
    }
}

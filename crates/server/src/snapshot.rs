//! The snapshot on which a worker computes a response.

use std::sync::Arc;

use puppet_ide::{Analysis, LineIndex, TextRange, TextSize};
use puppet_ide::{FilePosition, FileRange};
use puppet_vfs::FileId;

use crate::client_settings::SettingsSection;
use crate::forge::ForgeClient;
use crate::lsp;
use crate::protocol::client_capabilities::ClientFeatures;
use crate::protocol::position_encoding::PositionEncoding;
use crate::protocol::uri_map::Uris;
use crate::request_error::ReadError;
use crate::semantic_tokens_cache::SemanticTokensCache;
use crate::transport::client_sender::ClientSender;

/// The state of one moment. A write waits until it is dropped.
pub(crate) struct Snapshot {
    pub(crate) analysis: Analysis,
    pub(crate) encoding: PositionEncoding,
    pub(crate) client: Arc<ClientFeatures>,
    pub(crate) settings: Arc<SettingsSection>,
    pub(crate) uris: Arc<Uris>,
    pub(crate) tokens: Arc<SemanticTokensCache>,
    /// For what an answer would like to know.
    pub(crate) forge: Option<ForgeClient>,
    /// For what a read says before its answer.
    pub(crate) outbox: ClientSender,
}

impl Snapshot {
    /// Asks the Forge what the answers so far would have liked to know.
    pub(crate) fn ask_forge(&self) {
        if let Some(forge) = &self.forge {
            forge.ask(self.analysis.take_forge_questions());
        }
    }

    /// The file of a document's URI.
    pub(crate) fn file(&self, document: &lsp::TextDocumentIdentifier) -> Result<FileId, ReadError> {
        let file = self.uris.file(&document.uri);
        let is_known = self.analysis.contains_file(file);
        is_known.then_some(file).ok_or(ReadError::UnknownDocument)
    }

    pub(crate) fn lines(&self, file: FileId) -> Result<&LineIndex, ReadError> {
        Ok(self.analysis.line_index(file)?)
    }

    /// Where the cursor is.
    pub(crate) fn position(
        &self,
        at: &lsp::TextDocumentPositionParams,
    ) -> Result<FilePosition, ReadError> {
        let file = self.file(&at.text_document)?;
        let offset = self.offset(file, at.position)?;
        Ok(FilePosition { file, offset })
    }

    /// The offset of a position in a document.
    pub(crate) fn offset(&self, file: FileId, at: lsp::Position) -> Result<TextSize, ReadError> {
        let offset = self.encoding.offset(self.lines(file)?, at);
        offset.ok_or_else(|| {
            ReadError::Invalid(format!("line {} is outside of the document", at.line))
        })
    }

    /// A range of the protocol in offsets; what lies after the end counts as the end.
    pub(crate) fn text_range(&self, file: FileId, at: lsp::Range) -> Result<TextRange, ReadError> {
        let lines = self.lines(file)?;
        let end = lines
            .line_range(lines.line_count().saturating_sub(1))
            .map_or(TextSize::new(0), TextRange::end);
        let offset = |position| self.encoding.offset(lines, position).unwrap_or(end);
        let (start, end) = (offset(at.start), offset(at.end));
        Ok(TextRange::new(start, end.max(start)))
    }

    pub(crate) fn range(&self, file: FileId, range: TextRange) -> Result<lsp::Range, ReadError> {
        Ok(self.encoding.range(self.lines(file)?, range))
    }

    /// The place as the client knows it; `None` when it has no URI.
    pub(crate) fn location(&self, at: FileRange) -> Result<Option<lsp::Location>, ReadError> {
        let Some(uri) = self.uris.uri(at.file) else {
            return Ok(None);
        };
        Ok(Some(lsp::Location::new(
            uri,
            self.range(at.file, at.range)?,
        )))
    }
}

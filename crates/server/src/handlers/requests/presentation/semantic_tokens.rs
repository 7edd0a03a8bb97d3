//! `textDocument/semanticTokens/full`, `…/full/delta` and `…/range`

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use puppet_ide::{Modifier, SemanticToken, TextRange, TokenKind};
use puppet_vfs::FileId;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

/// The names of kinds and modifiers, by their numbers.
pub(crate) fn legend() -> lsp::SemanticTokensLegend {
    let kinds = TokenKind::ALL.into_iter().map(|kind| match kind {
        TokenKind::Class => lsp::SemanticTokenType::CLASS,
        TokenKind::ResourceType => lsp::SemanticTokenType::STRUCT,
        TokenKind::DataType => lsp::SemanticTokenType::TYPE,
        TokenKind::Function => lsp::SemanticTokenType::FUNCTION,
        TokenKind::Parameter => lsp::SemanticTokenType::PARAMETER,
        TokenKind::Variable => lsp::SemanticTokenType::VARIABLE,
        TokenKind::Attribute => lsp::SemanticTokenType::PROPERTY,
        TokenKind::Keyword => lsp::SemanticTokenType::KEYWORD,
        TokenKind::Text => lsp::SemanticTokenType::STRING,
        TokenKind::Number => lsp::SemanticTokenType::NUMBER,
        TokenKind::Regexp => lsp::SemanticTokenType::REGEXP,
        TokenKind::Comment => lsp::SemanticTokenType::COMMENT,
    });
    let modifiers = Modifier::ALL.into_iter().map(|modifier| match modifier {
        Modifier::Declaration => lsp::SemanticTokenModifier::DECLARATION,
        Modifier::DefaultLibrary => lsp::SemanticTokenModifier::DEFAULT_LIBRARY,
        Modifier::Deprecated => lsp::SemanticTokenModifier::DEPRECATED,
        Modifier::Fact => lsp::SemanticTokenModifier::new("fact"),
        Modifier::Namevar => lsp::SemanticTokenModifier::new("namevar"),
        Modifier::Unresolved => lsp::SemanticTokenModifier::new("unresolved"),
    });
    lsp::SemanticTokensLegend {
        token_types: kinds.collect(),
        token_modifiers: modifiers.collect(),
    }
}

pub(crate) struct SemanticTokensFull;

impl RequestHandler for SemanticTokensFull {
    type Request = lsp::request::SemanticTokensFullRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let (id, tokens) = full(snapshot, file)?;
        Ok(Some(lsp::SemanticTokensResult::Tokens(
            lsp::SemanticTokens {
                result_id: Some(id),
                data: tokens.to_vec(),
            },
        )))
    }
}

/// All tokens of a document, and the id of exactly these.
pub(crate) fn full(
    snapshot: &Snapshot,
    file: FileId,
) -> Result<(String, Arc<[lsp::SemanticToken]>), ReadError> {
    let tokens = snapshot.analysis.semantic_tokens(file, None)?;
    let tokens: Arc<[_]> = encode(snapshot, file, &tokens)?.into();
    let mut hasher = DefaultHasher::new();
    for token in tokens.iter() {
        let numbers = [
            token.delta_line,
            token.delta_start,
            token.length,
            token.token_type,
            token.token_modifiers_bitset,
        ];
        numbers.hash(&mut hasher);
    }
    let id = format!("{:016x}", hasher.finish());
    snapshot.tokens.remember(file, &id, &tokens);
    Ok((id, tokens))
}

/// The tokens relative to each other; those over several lines once for each line.
pub(crate) fn encode(
    snapshot: &Snapshot,
    file: FileId,
    tokens: &[SemanticToken],
) -> Result<Vec<lsp::SemanticToken>, ReadError> {
    let lines = snapshot.lines(file)?;
    let mut encoded = Vec::with_capacity(tokens.len());
    let mut before = lsp::Position::default();
    for token in tokens {
        for line in lines.line(token.range.start())..=lines.line(token.range.end()) {
            let on_line = lines
                .line_range(line)
                .and_then(|line| line.intersect(token.range))
                .unwrap_or_else(|| TextRange::empty(token.range.start()));
            if on_line.is_empty() {
                continue;
            }
            let range = snapshot.encoding.range(lines, on_line);
            let delta_line = range.start.line - before.line;
            let from = if delta_line == 0 { before.character } else { 0 };
            encoded.push(lsp::SemanticToken {
                delta_line,
                delta_start: range.start.character.saturating_sub(from),
                length: range.end.character.saturating_sub(range.start.character),
                token_type: token.kind as u32,
                token_modifiers_bitset: token.modifiers.0,
            });
            before = range.start;
        }
    }
    Ok(encoded)
}

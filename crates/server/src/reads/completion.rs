//! `textDocument/completion`

use puppet_ide::{CompletionItem, CompletionKind};

use super::{OnEdit, Params, Read, ReadError, Response};
use crate::snapshot::Snapshot;
use crate::transport::lsp;

pub(crate) struct Completion;

impl Read for Completion {
    type Request = lsp::request::Completion;
    const ON_EDIT: OnEdit = OnEdit::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let Some(position) = snapshot.position(&params.text_document_position)? else {
            return Ok(None);
        };
        let completion = snapshot.analysis.completion(position)?;
        let range = snapshot.range(position.file, completion.replace)?;
        let snippets = snapshot.client.completion_snippets;
        let items = completion
            .items
            .into_iter()
            .map(|item| to_protocol(item, range, snippets))
            .collect();
        Ok(Some(lsp::CompletionResponse::Array(items)))
    }
}

fn to_protocol(item: CompletionItem, range: lsp::Range, snippets: bool) -> lsp::CompletionItem {
    let (new_text, format) = match item.snippet {
        Some(snippet) if snippets => (snippet, lsp::InsertTextFormat::SNIPPET),
        _ => (
            item.insert.unwrap_or_else(|| item.label.clone()),
            lsp::InsertTextFormat::PLAIN_TEXT,
        ),
    };
    let documentation = item.documentation.map(|value| {
        lsp::Documentation::MarkupContent(lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value,
        })
    });
    lsp::CompletionItem {
        kind: Some(completion_kind(item.kind)),
        detail: item.detail,
        documentation,
        sort_text: Some(format!("{:02}{}", item.rank, item.label)),
        // What is replaced is also what the editor filters by, sigil and all.
        filter_text: Some(new_text.clone()).filter(|_| format == lsp::InsertTextFormat::PLAIN_TEXT),
        insert_text_format: Some(format),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit {
            range,
            new_text,
        })),
        label: item.label,
        ..Default::default()
    }
}

fn completion_kind(kind: CompletionKind) -> lsp::CompletionItemKind {
    match kind {
        CompletionKind::Class => lsp::CompletionItemKind::CLASS,
        CompletionKind::DataType => lsp::CompletionItemKind::TYPE_PARAMETER,
        CompletionKind::TypeAlias => lsp::CompletionItemKind::INTERFACE,
        CompletionKind::ResourceType => lsp::CompletionItemKind::STRUCT,
        CompletionKind::Function => lsp::CompletionItemKind::FUNCTION,
        CompletionKind::Variable => lsp::CompletionItemKind::VARIABLE,
        CompletionKind::Parameter => lsp::CompletionItemKind::PROPERTY,
        CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
        CompletionKind::Value => lsp::CompletionItemKind::VALUE,
        CompletionKind::File => lsp::CompletionItemKind::FILE,
    }
}

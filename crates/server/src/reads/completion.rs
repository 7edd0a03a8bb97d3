//! `textDocument/completion` and `completionItem/resolve`

use puppet_ide::{CompletionItem, CompletionKind, Documented, DocumentedKind};
use puppet_vfs::FileId;
use serde_json::{Value, json};

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
            .map(|item| to_protocol(item, position.file, range, snippets))
            .collect();
        Ok(Some(lsp::CompletionResponse::Array(items)))
    }
}

/// The documentation of one proposal.
pub(crate) struct ResolveCompletion;

impl Read for ResolveCompletion {
    type Request = lsp::request::ResolveCompletionItem;
    const ON_EDIT: OnEdit = OnEdit::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let mut item = params.clone();
        let Some(data) = item.data.as_ref() else {
            return Ok(item);
        };
        let (file, about) = from_data(data)
            .ok_or_else(|| ReadError::Invalid("this proposal is not from us".into()))?;
        let text = snapshot.analysis.documentation(file, &about)?;
        item.documentation = text.map(|value| {
            lsp::Documentation::MarkupContent(lsp::MarkupContent {
                kind: lsp::MarkupKind::Markdown,
                value,
            })
        });
        Ok(item)
    }
}

/// What a client gives back when it asks for documentation: file, kind, name and owner.
fn to_data(file: FileId, about: &Documented) -> Value {
    let kind = DocumentedKind::ALL.iter().position(|it| *it == about.kind);
    match about.of.is_empty() {
        true => json!([file.as_raw(), kind, about.name]),
        false => json!([file.as_raw(), kind, about.name, about.of]),
    }
}

fn from_data(data: &Value) -> Option<(FileId, Documented)> {
    let number = |index: usize| data.get(index)?.as_u64();
    let text = |index: usize| data.get(index)?.as_str().map(str::to_owned);
    let about = Documented {
        kind: *DocumentedKind::ALL.get(usize::try_from(number(1)?).ok()?)?,
        name: text(2)?,
        of: text(3).unwrap_or_default(),
    };
    Some((FileId::from_raw(u32::try_from(number(0)?).ok()?), about))
}

fn to_protocol(
    item: CompletionItem,
    file: FileId,
    range: lsp::Range,
    snippets: bool,
) -> lsp::CompletionItem {
    let (new_text, format) = match item.snippet {
        Some(snippet) if snippets => (snippet, lsp::InsertTextFormat::SNIPPET),
        _ => (
            item.insert.unwrap_or_else(|| item.label.clone()),
            lsp::InsertTextFormat::PLAIN_TEXT,
        ),
    };
    lsp::CompletionItem {
        kind: Some(completion_kind(item.kind)),
        detail: item.detail,
        data: item.documented.map(|about| to_data(file, &about)),
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

//! Changes of texts and files in the protocol's form.

use puppet_ide::LineIndex;
use puppet_ide::{SourceChange, TextEdit};
use puppet_vfs::FileId;

use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;
use crate::text_files;

/// The edits of one file.
pub(crate) fn text_edits(
    snapshot: &Snapshot,
    file: FileId,
    edits: &[TextEdit],
) -> Result<Vec<lsp::TextEdit>, ReadError> {
    let lines = snapshot.lines(file)?;
    let edits = edits.iter().map(|edit| lsp::TextEdit {
        range: snapshot.encoding.range(lines, edit.range),
        new_text: edit.text.clone(),
    });
    Ok(edits.collect())
}

/// A whole change. Clients that cannot move or create files get the edits alone.
pub(crate) fn workspace_edit(
    snapshot: &Snapshot,
    change: &SourceChange,
) -> Result<lsp::WorkspaceEdit, ReadError> {
    let mut edits = Vec::new();
    for (file, of_file) in &change.edits {
        if let Some(uri) = snapshot.uris.uri(*file) {
            edits.push((uri, text_edits(snapshot, *file, of_file)?));
        }
    }
    edits.extend(edits_in_text_files(snapshot, change));
    if !snapshot.client.document_changes {
        return Ok(lsp::WorkspaceEdit {
            changes: Some(edits.into_iter().collect()),
            ..Default::default()
        });
    }
    let mut operations: Vec<_> = edits.into_iter().map(edit_operation).collect();
    if snapshot.client.creates_files {
        for (path, text) in &change.creates {
            operations.extend(create(path, text));
        }
    }
    if snapshot.client.renames_files {
        for moved in &change.moves {
            let old_uri = snapshot.uris.uri(moved.file);
            let new_uri = file_uri(&moved.to);
            operations.extend(old_uri.zip(new_uri).map(|(old_uri, new_uri)| {
                let rename = lsp::RenameFile {
                    old_uri,
                    new_uri,
                    options: None,
                    annotation_id: None,
                };
                lsp::DocumentChangeOperation::Op(lsp::ResourceOp::Rename(rename))
            }));
        }
    }
    Ok(lsp::WorkspaceEdit {
        document_changes: Some(lsp::DocumentChanges::Operations(operations)),
        ..Default::default()
    })
}

/// The edits of specs and pages, which are read from the disk.
fn edits_in_text_files(
    snapshot: &Snapshot,
    change: &SourceChange,
) -> Vec<(lsp::Url, Vec<lsp::TextEdit>)> {
    let mut all = Vec::new();
    for names in &change.text_files {
        text_files::each_text(snapshot, names, |uri, text, outside| {
            let lines = LineIndex::new_for_editor(text);
            let edits = names.edits(text, outside).into_iter();
            let edits: Vec<_> = edits
                .map(|edit| lsp::TextEdit {
                    range: snapshot.encoding.range(&lines, edit.range),
                    new_text: edit.text,
                })
                .collect();
            all.extend((!edits.is_empty()).then_some((uri, edits)));
        });
    }
    all
}

fn edit_operation((uri, edits): (lsp::Url, Vec<lsp::TextEdit>)) -> lsp::DocumentChangeOperation {
    lsp::DocumentChangeOperation::Edit(lsp::TextDocumentEdit {
        text_document: lsp::OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: edits.into_iter().map(lsp::OneOf::Left).collect(),
    })
}

/// A new file with its text.
fn create(path: &str, text: &str) -> Vec<lsp::DocumentChangeOperation> {
    let Some(uri) = file_uri(path) else {
        return Vec::new();
    };
    let create = lsp::CreateFile {
        uri: uri.clone(),
        options: None,
        annotation_id: None,
    };
    let edit = lsp::TextEdit {
        range: lsp::Range::default(),
        new_text: text.to_owned(),
    };
    let mut operations = vec![lsp::DocumentChangeOperation::Op(lsp::ResourceOp::Create(
        create,
    ))];
    if !text.is_empty() {
        operations.push(edit_operation((uri, vec![edit])));
    }
    operations
}

fn file_uri(path: &str) -> Option<lsp::Url> {
    lsp::Url::from_file_path(path).ok()
}

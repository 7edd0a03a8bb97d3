//! `workspace/diagnostic`: diagnostics of all files of the workspace's own, if the settings enable them.

use std::collections::{HashMap, HashSet};

use puppet_ide::FileId;
use serde_json::json;

use crate::diagnostics_publisher;
use crate::handlers::request_handler::{
    Params, Priority, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};
use crate::handlers::requests::diagnostics::document_diagnostic::result_id;
use crate::transport::client_sender::ClientMessage;

/// How many files a part of the answer is about.
const PART: usize = 64;

pub(crate) struct WorkspaceDiagnostics;

impl RequestHandler for WorkspaceDiagnostics {
    type Request = lsp::request::WorkspaceDiagnosticRequest;
    const PRIORITY: Priority = Priority::Background;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::AskAgain;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let progress = ReportProgress::begin(snapshot, params);
        let items = reports(snapshot, params, &progress);
        progress.end();
        Ok(lsp::WorkspaceDiagnosticReport { items: items? }.into())
    }
}

/// The reports of all files; only the last of them where the client takes parts.
fn reports(
    snapshot: &Snapshot,
    params: &lsp::WorkspaceDiagnosticParams,
    progress: &ReportProgress<'_>,
) -> Result<Vec<lsp::WorkspaceDocumentDiagnosticReport>, ReadError> {
    let known = known(snapshot, params);
    let part_token = params.partial_result_params.partial_result_token.as_ref();
    let files = match snapshot.settings.diagnostics.workspace {
        true => snapshot.analysis.workspace_files()?,
        false => Vec::new(),
    };
    let mut items = Vec::new();
    for (done, file) in files.iter().enumerate() {
        let found = diagnostics_publisher::diagnostics(snapshot, *file)?;
        let previous = known.get(file).copied();
        if previous.is_some() || !found.is_empty() {
            items.extend(report(snapshot, *file, found, previous));
        }
        if done % PART == PART - 1 {
            progress.report(done + 1, files.len());
            if let Some(token) = part_token {
                let part = json!({ "items": std::mem::take(&mut items) });
                snapshot
                    .outbox
                    .send(ClientMessage::Progress(token.clone(), part));
            }
        }
    }
    // Otherwise the client would keep what it has of files that are gone, or were looked at only while they were open.
    let own: HashSet<FileId> = files.into_iter().collect();
    for (file, previous) in known.into_iter().filter(|(file, _)| !own.contains(file)) {
        let found = match snapshot.uris.is_open(file) && snapshot.analysis.contains_file(file) {
            true => diagnostics_publisher::diagnostics(snapshot, file)?,
            false => Vec::new(),
        };
        items.extend(report(snapshot, file, found, Some(previous)));
    }
    Ok(items)
}

/// What the client has, as it spells the files.
fn known<'a>(
    snapshot: &Snapshot,
    params: &'a lsp::WorkspaceDiagnosticParams,
) -> HashMap<FileId, &'a lsp::PreviousResultId> {
    let previous = params.previous_result_ids.iter();
    previous
        .map(|it| (snapshot.uris.file(&it.uri), it))
        .collect()
}

/// The report of one file; nothing for a file that has no name.
fn report(
    snapshot: &Snapshot,
    file: FileId,
    items: Vec<lsp::Diagnostic>,
    previous: Option<&lsp::PreviousResultId>,
) -> Option<lsp::WorkspaceDocumentDiagnosticReport> {
    let spelled = previous.map(|it| it.uri.clone());
    let uri = spelled.or_else(|| snapshot.uris.uri(file))?;
    let id = result_id(&items);
    let report = if previous.is_some_and(|it| it.value == id) {
        lsp::WorkspaceDocumentDiagnosticReport::Unchanged(
            lsp::WorkspaceUnchangedDocumentDiagnosticReport {
                uri,
                version: None,
                unchanged_document_diagnostic_report: lsp::UnchangedDocumentDiagnosticReport {
                    result_id: id,
                },
            },
        )
    } else {
        lsp::WorkspaceDocumentDiagnosticReport::Full(lsp::WorkspaceFullDocumentDiagnosticReport {
            uri,
            version: None,
            full_document_diagnostic_report: lsp::FullDocumentDiagnosticReport {
                result_id: Some(id),
                items,
            },
        })
    };
    Some(report)
}

/// What the client shows of the work, if it asked for it.
struct ReportProgress<'a> {
    snapshot: &'a Snapshot,
    token: Option<&'a lsp::ProgressToken>,
}

impl<'a> ReportProgress<'a> {
    fn begin(snapshot: &'a Snapshot, params: &'a lsp::WorkspaceDiagnosticParams) -> Self {
        let token = params.work_done_progress_params.work_done_token.as_ref();
        let progress = Self { snapshot, token };
        progress.send(json!({ "kind": "begin", "title": "checking", "percentage": 0 }));
        progress
    }

    fn report(&self, done: usize, all: usize) {
        self.send(json!({
            "kind": "report",
            "message": format!("{done}/{all} files"),
            "percentage": done * 100 / all.max(1),
        }));
    }

    fn end(&self) {
        self.send(json!({ "kind": "end" }));
    }

    fn send(&self, value: serde_json::Value) {
        if let Some(token) = self.token {
            self.snapshot
                .outbox
                .send(ClientMessage::Progress(token.clone(), value));
        }
    }
}

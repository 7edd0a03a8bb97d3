//! `textDocument/diagnostic`: diagnostics for clients that pull them

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::diagnostics_publisher;
use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct PullDiagnostics;

impl RequestHandler for PullDiagnostics {
    type Request = lsp::request::DocumentDiagnosticRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::AskAgain;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let items = match snapshot.file(&params.text_document) {
            Ok(file) => diagnostics_publisher::diagnostics(snapshot, file)?,
            Err(_) => Vec::new(),
        };
        let id = result_id(&items);
        let report = if params.previous_result_id.as_ref() == Some(&id) {
            lsp::DocumentDiagnosticReport::Unchanged(
                lsp::RelatedUnchangedDocumentDiagnosticReport {
                    related_documents: None,
                    unchanged_document_diagnostic_report: lsp::UnchangedDocumentDiagnosticReport {
                        result_id: id,
                    },
                },
            )
        } else {
            lsp::DocumentDiagnosticReport::Full(lsp::RelatedFullDocumentDiagnosticReport {
                related_documents: None,
                full_document_diagnostic_report: lsp::FullDocumentDiagnosticReport {
                    result_id: Some(id),
                    items,
                },
            })
        };
        Ok(lsp::DocumentDiagnosticReportResult::Report(report))
    }
}

/// Equal diagnostics have equal ids, so that a report that did not change need not be sent.
pub(crate) fn result_id(items: &[lsp::Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    for item in items {
        item.message.hash(&mut hasher);
        format!(
            "{:?} {:?} {:?} {:?}",
            item.range, item.severity, item.code, item.related_information
        )
        .hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

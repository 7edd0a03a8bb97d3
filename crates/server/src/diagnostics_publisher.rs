//! Pushing diagnostics: the schedule of files, and the notifications.
//!
//! Every open document has a clock. An edit sets the document's own clock to some milliseconds later, so that requests
//! which come with the edit are answered first — or, where the last diagnosis was slow, to a quiet period as long as that —
//! and the others' to a quiet period, because they change only when what they refer to has changed. A result counts only if
//! no later edit has set the clock again. It is sent if the document itself was edited, so that the client sees diagnostics
//! of its version, or if it differs from what the client has.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use puppet_vfs::FileId;

use crate::documentation_pages;
use crate::handlers::pending_request::panic_message;
use crate::handlers::retry_policy::Priority;
use crate::lsp;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

/// A diagnosis as quick as this starts with every keystroke.
const FAST_CHECK: Duration = Duration::from_millis(40);
/// How long a quick diagnosis waits for the requests that come with a keystroke. They read and infer the edited place as it
/// does, and the user waits for them.
const EDIT_DEBOUNCE: Duration = Duration::from_millis(2);
/// The longest wait for a pause in typing.
const MAX_DEBOUNCE: Duration = Duration::from_millis(200);
/// How long the other open documents wait for a pause in typing.
const OTHERS_PAUSE: Duration = Duration::from_millis(100);

/// Compute the diagnostics of a file.
#[derive(Debug)]
pub(crate) struct DiagnoseJob {
    pub(crate) file: FileId,
    pub(crate) priority: Priority,
    generation: u64,
}

/// What became of a [`DiagnoseJob`].
#[derive(Debug)]
pub(crate) struct DiagnosticsResult {
    file: FileId,
    generation: u64,
    took: Duration,
    /// `None` when an edit interrupted the job: then the file's clock is set already.
    diagnostics: Option<Vec<lsp::Diagnostic>>,
}

impl DiagnoseJob {
    /// Computes on this thread. Neither a cancellation nor a panic leaves this function.
    pub(crate) fn run(&self, snapshot: &Snapshot) -> DiagnosticsResult {
        let start = Instant::now();
        let result = panic::catch_unwind(AssertUnwindSafe(|| diagnostics(snapshot, self.file)));
        let diagnostics = match result {
            Ok(Ok(diagnostics)) => Some(diagnostics),
            Ok(Err(_)) => None,
            Err(payload) => {
                tracing::error!("diagnostics panicked: {}", panic_message(payload.as_ref()));
                None
            }
        };
        DiagnosticsResult {
            file: self.file,
            generation: self.generation,
            took: start.elapsed(),
            diagnostics,
        }
    }
}

/// The diagnostics of a file in the protocol's form.
pub(crate) fn diagnostics(
    snapshot: &Snapshot,
    file: FileId,
) -> Result<Vec<lsp::Diagnostic>, ReadError> {
    if !snapshot.settings.diagnostics.enable {
        return Ok(Vec::new());
    }
    let found = snapshot.analysis.diagnostics(file)?;
    found
        .into_iter()
        .map(|diagnostic| to_protocol(snapshot, file, diagnostic))
        .collect()
}

fn to_protocol(
    snapshot: &Snapshot,
    file: FileId,
    diagnostic: puppet_ide::EditorDiagnostic,
) -> Result<lsp::Diagnostic, ReadError> {
    let page = page_link(snapshot, &diagnostic);
    let mut related = Vec::new();
    if snapshot.client.related_information {
        for place in diagnostic.related {
            if let Some(location) = snapshot.location(place.at)? {
                related.push(lsp::DiagnosticRelatedInformation {
                    location,
                    message: place.message,
                });
            }
        }
    }
    let mut tags = Vec::new();
    if diagnostic.is_unnecessary {
        tags.push(lsp::DiagnosticTag::UNNECESSARY);
    }
    if diagnostic.is_deprecated {
        tags.push(lsp::DiagnosticTag::DEPRECATED);
    }
    Ok(lsp::Diagnostic {
        range: snapshot.range(file, diagnostic.range)?,
        severity: Some(match diagnostic.severity {
            puppet_ide::Severity::Error => lsp::DiagnosticSeverity::ERROR,
            puppet_ide::Severity::Warning => lsp::DiagnosticSeverity::WARNING,
            puppet_ide::Severity::Info => lsp::DiagnosticSeverity::INFORMATION,
            puppet_ide::Severity::Hint => lsp::DiagnosticSeverity::HINT,
        }),
        code: Some(lsp::NumberOrString::String(diagnostic.code.into())),
        code_description: page.map(|href| lsp::CodeDescription { href }),
        source: Some("puppet-analyzer".into()),
        message: diagnostic.message,
        related_information: (!related.is_empty()).then_some(related),
        tags: (!tags.is_empty()).then_some(tags),
        ..Default::default()
    })
}

/// Where the page of a rule can be read: in the editor, if it has our command for that, else in a browser.
fn page_link(snapshot: &Snapshot, diagnostic: &puppet_ide::EditorDiagnostic) -> Option<lsp::Url> {
    let link = match snapshot.client.explains_rules {
        true => documentation_pages::uri_of_rule(diagnostic.code),
        false => diagnostic.page.clone(),
    };
    lsp::Url::parse(&link).ok()
}

/// The clocks of the open documents; owned by the main loop.
#[derive(Debug, Default)]
pub(crate) struct DiagnosticsPublisher {
    documents: HashMap<FileId, PublishedDocument>,
    generation: u64,
}

#[derive(Debug, Default)]
struct PublishedDocument {
    due: Option<(Instant, Priority)>,
    /// The generation of the latest time its clock was set.
    generation: u64,
    /// How long the last diagnosis took, but for the first one.
    took: Duration,
    /// What the client has.
    sent: Option<Vec<lsp::Diagnostic>>,
    /// The text has changed since then.
    is_newer: bool,
}

impl DiagnosticsPublisher {
    /// A document was opened or edited.
    pub(crate) fn handle_edit(&mut self, file: FileId, now: Instant) {
        let document = self.documents.entry(file).or_default();
        let longest = match document.took <= FAST_CHECK {
            true => EDIT_DEBOUNCE,
            false => MAX_DEBOUNCE,
        };
        let pause = document.took.min(longest);
        self.generation += 1;
        document.generation = self.generation;
        document.due = Some((now + pause, Priority::Latency));
        document.is_newer = true;
    }

    /// Diagnoses files also while they are not open.
    pub(crate) fn include(&mut self, files: impl IntoIterator<Item = FileId>, now: Instant) {
        self.generation += 1;
        for file in files {
            self.documents
                .entry(file)
                .or_insert_with(|| PublishedDocument {
                    due: Some((now + OTHERS_PAUSE, Priority::Background)),
                    generation: self.generation,
                    ..PublishedDocument::default()
                });
        }
    }

    /// Forgets the files that are not open; gives those of which the client shows diagnostics.
    pub(crate) fn keep(&mut self, is_open: impl Fn(FileId) -> bool) -> Vec<FileId> {
        let mut shown = Vec::new();
        self.documents.retain(|file, document| {
            let keeps = is_open(*file);
            if !keeps && document.sent.as_ref().is_some_and(|sent| !sent.is_empty()) {
                shown.push(*file);
            }
            keeps
        });
        shown
    }

    /// Something changed that any open document may refer to.
    pub(crate) fn mark_others_stale(&mut self, now: Instant) {
        self.generation += 1;
        for document in self.documents.values_mut() {
            // A document whose own clock is set is not put off.
            if !matches!(document.due, Some((_, Priority::Latency))) {
                document.generation = self.generation;
                document.due = Some((now + OTHERS_PAUSE, Priority::Background));
            }
        }
    }

    /// A document was closed. Returns whether the client shows diagnostics of it.
    pub(crate) fn closed(&mut self, file: FileId) -> bool {
        self.documents
            .remove(&file)
            .and_then(|document| document.sent)
            .is_some_and(|sent| !sent.is_empty())
    }

    /// When the next clock strikes.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.documents
            .values()
            .filter_map(|document| document.due)
            .map(|(due, _)| due)
            .min()
    }

    /// The jobs whose time has come.
    pub(crate) fn take_due(&mut self, now: Instant) -> Vec<DiagnoseJob> {
        let mut jobs = Vec::new();
        for (&file, document) in &mut self.documents {
            if let Some((due, priority)) = document.due.filter(|(due, _)| *due <= now) {
                tracing::trace!("diagnosis of {file:?} starts {:?} late", now - due);
                document.due = None;
                jobs.push(DiagnoseJob {
                    file,
                    priority,
                    generation: document.generation,
                });
            }
        }
        jobs
    }

    /// A job has ended. Returns what to send, if it is news.
    pub(crate) fn finished(
        &mut self,
        diagnosed: DiagnosticsResult,
    ) -> Option<Vec<lsp::Diagnostic>> {
        let document = self.documents.get_mut(&diagnosed.file)?;
        let diagnostics = diagnosed.diagnostics?;
        // The first one of a document reads what later ones know: how long it took tells nothing about them.
        if document.sent.is_some() {
            document.took = diagnosed.took;
        }
        if document.generation != diagnosed.generation {
            return None;
        }
        let is_newer = std::mem::replace(&mut document.is_newer, false);
        if !is_newer && document.sent.as_deref().unwrap_or_default() == diagnostics {
            return None;
        }
        document.sent = Some(diagnostics.clone());
        Some(diagnostics)
    }
}

impl DiagnosticsResult {
    pub(crate) fn file(&self) -> FileId {
        self.file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: FileId = FileId::from_raw(1);
    const OTHER: FileId = FileId::from_raw(2);

    fn done(job: &DiagnoseJob, took: Duration, message: &str) -> DiagnosticsResult {
        let diagnostic = lsp::Diagnostic {
            message: message.into(),
            ..Default::default()
        };
        DiagnosticsResult {
            file: job.file,
            generation: job.generation,
            took,
            diagnostics: Some(vec![diagnostic]),
        }
    }

    /// Takes the one job that is due.
    fn one(publisher: &mut DiagnosticsPublisher, now: Instant) -> DiagnoseJob {
        let mut jobs = publisher.take_due(now);
        assert_eq!(jobs.len(), 1);
        jobs.remove(0)
    }

    #[test]
    fn an_edit_is_diagnosed_at_once_while_diagnoses_are_quick() {
        let (mut publisher, now) = (DiagnosticsPublisher::default(), Instant::now());
        for _ in 0..2 {
            publisher.handle_edit(FILE, now);
            let job = one(&mut publisher, now);
            let slow = done(&job, Duration::from_millis(90), "x");
            assert!(publisher.finished(slow).is_some());
        }
        publisher.handle_edit(FILE, now);
        assert!(publisher.take_due(now).is_empty());
        assert_eq!(publisher.next_due(), Some(now + Duration::from_millis(90)));
    }

    #[test]
    fn requests_after_a_keystroke_come_before_its_diagnosis() {
        let (mut publisher, now) = (DiagnosticsPublisher::default(), Instant::now());
        publisher.handle_edit(FILE, now);
        let first = one(&mut publisher, now);
        assert!(
            publisher
                .finished(done(&first, EDIT_DEBOUNCE, "x"))
                .is_some()
        );
        publisher.handle_edit(FILE, now);
        for milliseconds in [1, 20] {
            let took = Duration::from_millis(milliseconds);
            let job = one(&mut publisher, now + EDIT_DEBOUNCE);
            assert!(publisher.finished(done(&job, took, "x")).is_some());
            publisher.handle_edit(FILE, now);
            assert_eq!(publisher.next_due(), Some(now + took.min(EDIT_DEBOUNCE)));
        }
    }

    #[test]
    fn results_of_an_old_text_are_dropped() {
        let (mut publisher, now) = (DiagnosticsPublisher::default(), Instant::now());
        publisher.handle_edit(FILE, now);
        let job = one(&mut publisher, now);
        publisher.handle_edit(FILE, now);
        assert!(
            publisher
                .finished(done(&job, Duration::ZERO, "old"))
                .is_none()
        );
        let job = one(&mut publisher, now);
        assert!(
            publisher
                .finished(done(&job, Duration::ZERO, "new"))
                .is_some()
        );
    }

    #[test]
    fn equal_results_are_sent_again_only_for_a_new_text() {
        let (mut publisher, now) = (DiagnosticsPublisher::default(), Instant::now());
        for _ in 0..2 {
            publisher.handle_edit(FILE, now);
            let job = one(&mut publisher, now);
            assert!(
                publisher
                    .finished(done(&job, Duration::ZERO, "same"))
                    .is_some()
            );
        }
        publisher.mark_others_stale(now);
        let job = one(&mut publisher, now + OTHERS_PAUSE);
        assert!(
            publisher
                .finished(done(&job, Duration::ZERO, "same"))
                .is_none()
        );
        assert!(publisher.closed(FILE));
        assert!(!publisher.closed(FILE));
    }

    #[test]
    fn files_that_are_not_open_are_shown_while_something_is_wrong() {
        let (mut publisher, now) = (DiagnosticsPublisher::default(), Instant::now());
        publisher.include([FILE, OTHER], now);
        assert!(publisher.take_due(now).is_empty());
        let jobs = publisher.take_due(now + OTHERS_PAUSE);
        for job in &jobs {
            let mut found = done(job, Duration::ZERO, "x");
            if job.file == OTHER {
                found.diagnostics = Some(Vec::new());
            }
            assert_eq!(publisher.finished(found).is_some(), job.file == FILE);
        }
        assert_eq!(publisher.keep(|_| false), [FILE]);
        assert_eq!(publisher.next_due(), None);
    }

    #[test]
    fn other_documents_wait_for_a_pause() {
        let (mut publisher, now) = (DiagnosticsPublisher::default(), Instant::now());
        publisher.handle_edit(FILE, now);
        publisher.handle_edit(OTHER, now);
        assert_eq!(publisher.take_due(now).len(), 2);
        publisher.handle_edit(FILE, now);
        publisher.mark_others_stale(now);
        assert_eq!(one(&mut publisher, now).file, FILE);
        assert_eq!(publisher.next_due(), Some(now + OTHERS_PAUSE));
        assert_eq!(one(&mut publisher, now + OTHERS_PAUSE).file, OTHER);
    }
}

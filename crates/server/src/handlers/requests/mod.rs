//! Requests that only read: what each asks of the analysis, and how they wait, run and end.
//!
//! A read is queued by the main loop, runs on a worker with a snapshot, and answers the handler that waits for it. An
//! edit interrupts it; a client that cancels stops it.

mod code_action;
mod code_lens;
pub(crate) mod completion;
mod document_diagnostic;
mod document_link;
mod document_symbol;
mod formatting;
mod goto_definition;
mod hierarchy;
mod hover;
mod inlay_hint;
mod linked_editing;
pub(crate) mod page;
mod references;
mod rename;
pub(crate) mod resource_graph;
mod selection_range;
mod semantic_tokens;
mod signature_help;
pub(crate) mod syntax_tree;
pub(crate) mod test_fixture;
mod workspace_diagnostic;

pub(crate) use crate::handlers::raw_json::RawJson;
pub(crate) use crate::handlers::requests::code_action::{CodeActions, kinds};
pub(crate) use crate::handlers::requests::code_lens::{
    CodeLenses, ResolveCodeLens, SHOW_REFERENCES,
};
pub(crate) use crate::handlers::requests::document_diagnostic::PullDiagnostics;
pub(crate) use crate::handlers::requests::document_link::DocumentLinks;
pub(crate) use crate::handlers::requests::formatting::{
    Formatting, OnTypeFormatting, RangeFormatting,
};
pub(crate) use crate::handlers::requests::goto_definition::{
    GotoDeclaration, GotoDefinition, GotoImplementation, GotoTypeDefinition,
};
pub(crate) use crate::handlers::requests::hierarchy::{
    IncomingCalls, OutgoingCalls, PrepareCallHierarchy, PrepareTypeHierarchy, Subtypes, Supertypes,
};
pub(crate) use crate::handlers::requests::hover::Hover;
pub(crate) use crate::handlers::requests::inlay_hint::InlayHints;
pub(crate) use crate::handlers::requests::linked_editing::LinkedEditing;

pub(crate) use crate::handlers::pending_request::{
    CancelOnDrop, PendingRequest, RunOutcome, panic_message,
};
pub(crate) use crate::handlers::requests::document_symbol::{
    DocumentSymbols, FoldingRanges, WorkspaceSymbols,
};
pub(crate) use crate::handlers::requests::references::{DocumentHighlight, References};
pub(crate) use crate::handlers::requests::rename::{PrepareRename, Rename, WillRenameFiles};
pub(crate) use crate::handlers::requests::selection_range::SelectionRanges;
pub(crate) use crate::handlers::requests::semantic_tokens::{
    SemanticTokensCache, SemanticTokensDelta, SemanticTokensFull, SemanticTokensRange, legend,
};
pub(crate) use crate::handlers::requests::signature_help::SignatureHelp;
pub(crate) use crate::handlers::requests::workspace_diagnostic::WorkspaceDiagnostics;

use puppet_ide::Cancelled;
use serde::{Deserialize, Serialize};

use crate::snapshot::Snapshot;
use crate::transport::lsp;

/// The parameters of our own requests about a whole document.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    text_document: lsp::TextDocumentIdentifier,
}

/// The parameters of a read.
pub(crate) type Params<R> = <<R as RequestHandler>::Request as lsp::request::Request>::Params;
/// The answer of a read.
pub(crate) type Response<R> = <<R as RequestHandler>::Request as lsp::request::Request>::Result;

/// Which workers may run a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// Somebody waits at the keyboard.
    Latency,
    /// May take long; always leaves a worker to the others.
    Background,
}

/// What becomes of a read when the user types before it is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetryPolicy {
    /// Start once more on the new text: the answer is as good for it.
    Retry,
    /// Answer "content modified": the question was about a place that may have moved.
    Refuse,
    /// Answer "server cancelled", which makes the client ask again.
    AskAgain,
}

/// One request of the protocol that only reads.
pub(crate) trait RequestHandler: 'static {
    /// The protocol's definition.
    type Request: lsp::request::Request<Params: Send, Result: Send>;
    /// Which workers may run it.
    const LANE: Priority = Priority::Latency;
    /// What becomes of it when the user types.
    const ON_EDIT: RetryPolicy = RetryPolicy::Refuse;

    /// Computes the answer. May run a second time after an interruption.
    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError>
    where
        Self: Sized;
}

/// Why a read has no answer.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// An edit is waiting, or the client has cancelled.
    Cancelled(Cancelled),
    /// The request makes no sense.
    Invalid(String),
}

impl From<Cancelled> for ReadError {
    fn from(why: Cancelled) -> Self {
        Self::Cancelled(why)
    }
}

/// An error answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ResponseError {
    /// The text changed; the client drops the question.
    ContentModified,
    /// The text changed; the client asks again.
    ServerCancelled,
    /// The request makes no sense; says why.
    InvalidParams(String),
    /// Our fault; says what happened.
    Internal(String),
}

//! The protocol's methods. Each sends one event to the main loop and waits for its answer; none does work of its own.

use crate::request_error::ResponseError;
use serde_json::Value;
use tokio::sync::{oneshot, watch};
use tower_lsp::{LanguageServer, jsonrpc};

use crate::event::{Event, EventSender, Notification};
use crate::handlers::raw_json::RawJson;
use crate::handlers::request_handler::{DocumentParams, Params, RequestHandler, Response};
use crate::handlers::requests::custom::{inferred_type, page, resource_graph, syntax_tree};
use crate::handlers::requests::editing::{completion, completion_resolve};
use crate::handlers::requests::{self, test_fixture};
use crate::lsp;
use crate::transport::ShutdownReason;
use crate::transport::middleware::end;
use crate::transport::raw_responses::{Answers, ResponseId};
use crate::{parent_process, server_info};

/// The relay between tower-lsp and the main loop.
pub(crate) struct Dispatcher {
    events: EventSender,
    ending: watch::Sender<Option<ShutdownReason>>,
    answers: Answers,
}

impl Dispatcher {
    pub(crate) fn new(
        events: EventSender,
        ending: watch::Sender<Option<ShutdownReason>>,
        answers: Answers,
    ) -> Self {
        Self {
            events,
            ending,
            answers,
        }
    }

    fn notify(&self, notification: Notification) {
        // A closed channel means that the session is over.
        let _ = self.events.send(Event::Notify(notification));
    }

    /// Queues a request and waits for its answer. When the client cancels, tower-lsp drops this future, and the guard
    /// stops the work.
    async fn read<R: RequestHandler>(&self, params: Params<R>) -> jsonrpc::Result<Response<R>> {
        let (read, answer) = crate::handlers::pending_request::PendingRequest::new::<R>(params);
        let guard = crate::handlers::cancellation::CancelOnDrop::new(read.cancellation());
        let sent = self.events.send(Event::Read(read));
        if sent.is_err() {
            return Err(session_over());
        }
        let answer = answer.await;
        guard.disarm();
        answer.map_or_else(|_| Err(session_over()), |result| result.map_err(Into::into))
    }

    pub(crate) async fn page(&self, params: page::PageParams) -> jsonrpc::Result<Option<String>> {
        self.read::<page::Page>(params).await
    }

    pub(crate) async fn syntax_tree(
        &self,
        params: DocumentParams,
    ) -> jsonrpc::Result<Option<String>> {
        self.read::<syntax_tree::SyntaxTree>(params).await
    }

    pub(crate) async fn inferred_type(
        &self,
        params: inferred_type::InferredTypeParams,
    ) -> jsonrpc::Result<Option<inferred_type::TypeOfRange>> {
        self.read::<inferred_type::InferredType>(params).await
    }

    pub(crate) async fn resource_graph(
        &self,
        params: DocumentParams,
    ) -> jsonrpc::Result<Option<resource_graph::Graph>> {
        self.read::<resource_graph::ResourceGraph>(params).await
    }

    /// The same for an answer that goes past the transport.
    async fn long_read<R: RequestHandler>(&self, params: Params<R>) -> jsonrpc::Result<ResponseId> {
        let text = self.read::<RawJson<R>>(params).await?;
        Ok(self.answers.leave(text))
    }

    pub(crate) async fn completion(
        &self,
        params: lsp::CompletionParams,
    ) -> jsonrpc::Result<ResponseId> {
        self.long_read::<completion::Completion>(params).await
    }

    pub(crate) async fn document_symbol(
        &self,
        params: lsp::DocumentSymbolParams,
    ) -> jsonrpc::Result<ResponseId> {
        self.long_read::<requests::DocumentSymbols>(params).await
    }

    pub(crate) async fn inlay_hint(
        &self,
        params: lsp::InlayHintParams,
    ) -> jsonrpc::Result<ResponseId> {
        self.long_read::<requests::InlayHints>(params).await
    }

    pub(crate) async fn semantic_tokens(
        &self,
        params: lsp::SemanticTokensParams,
    ) -> jsonrpc::Result<ResponseId> {
        self.long_read::<requests::SemanticTokensFull>(params).await
    }

    pub(crate) async fn workspace_symbol(
        &self,
        params: lsp::WorkspaceSymbolParams,
    ) -> jsonrpc::Result<ResponseId> {
        self.long_read::<requests::WorkspaceSymbols>(params).await
    }

    pub(crate) async fn resolve_completion(&self, item: Value) -> jsonrpc::Result<Value> {
        self.read::<completion_resolve::Resolve>(item).await
    }

    pub(crate) async fn slow_read(
        &self,
        params: test_fixture::SlowReadParams,
    ) -> jsonrpc::Result<u64> {
        self.read::<test_fixture::SlowRead>(params).await
    }

    pub(crate) async fn document_text(
        &self,
        params: lsp::TextDocumentIdentifier,
    ) -> jsonrpc::Result<Option<String>> {
        self.read::<test_fixture::DocumentText>(params).await
    }

    pub(crate) async fn panic(&self, params: test_fixture::PanicParams) -> jsonrpc::Result<()> {
        self.read::<test_fixture::Panic>(params).await
    }
}

fn session_over() -> jsonrpc::Error {
    ResponseError::Internal("the session is over".into()).into()
}

#[tower_lsp::async_trait]
impl LanguageServer for Dispatcher {
    async fn initialize(
        &self,
        params: lsp::InitializeParams,
    ) -> jsonrpc::Result<lsp::InitializeResult> {
        if let Some(parent) = params.process_id {
            let ending = self.ending.clone();
            parent_process::watch(parent, move || end(&ending, ShutdownReason::ClientGone));
        }
        let (reply, answer) = oneshot::channel();
        let _ = self.events.send(Event::Initialize(Box::new(params), reply));
        let capabilities = answer.await.map_err(|_| session_over())?;
        Ok(lsp::InitializeResult {
            capabilities: *capabilities,
            server_info: Some(server_info()),
        })
    }

    async fn initialized(&self, _: lsp::InitializedParams) {
        self.notify(Notification::Initialized);
    }

    async fn shutdown(&self) -> jsonrpc::Result<()> {
        let (reply, answer) = oneshot::channel();
        let _ = self.events.send(Event::Shutdown(reply));
        answer.await.map_err(|_| session_over())
    }

    async fn did_open(&self, params: lsp::DidOpenTextDocumentParams) {
        self.notify(Notification::DidOpen(params));
    }

    async fn did_change(&self, params: lsp::DidChangeTextDocumentParams) {
        self.notify(Notification::DidChange(params));
    }

    async fn did_close(&self, params: lsp::DidCloseTextDocumentParams) {
        self.notify(Notification::DidClose(params));
    }

    async fn did_save(&self, _: lsp::DidSaveTextDocumentParams) {}

    async fn did_change_watched_files(&self, params: lsp::DidChangeWatchedFilesParams) {
        self.notify(Notification::DidChangeWatchedFiles(params));
    }

    async fn did_change_workspace_folders(&self, params: lsp::DidChangeWorkspaceFoldersParams) {
        self.notify(Notification::DidChangeWorkspaceFolders(params));
    }

    async fn did_change_configuration(&self, params: lsp::DidChangeConfigurationParams) {
        self.notify(Notification::DidChangeConfiguration(params));
    }

    async fn hover(&self, params: lsp::HoverParams) -> jsonrpc::Result<Option<lsp::Hover>> {
        self.read::<requests::Hover>(params).await
    }

    async fn goto_definition(
        &self,
        params: lsp::GotoDefinitionParams,
    ) -> jsonrpc::Result<Option<lsp::GotoDefinitionResponse>> {
        self.read::<requests::GotoDefinition>(params).await
    }

    async fn goto_declaration(
        &self,
        params: lsp::request::GotoDeclarationParams,
    ) -> jsonrpc::Result<Option<lsp::request::GotoDeclarationResponse>> {
        self.read::<requests::GotoDeclaration>(params).await
    }

    async fn goto_type_definition(
        &self,
        params: lsp::request::GotoTypeDefinitionParams,
    ) -> jsonrpc::Result<Option<lsp::request::GotoTypeDefinitionResponse>> {
        self.read::<requests::GotoTypeDefinition>(params).await
    }

    async fn goto_implementation(
        &self,
        params: lsp::request::GotoImplementationParams,
    ) -> jsonrpc::Result<Option<lsp::request::GotoImplementationResponse>> {
        self.read::<requests::GotoImplementation>(params).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: lsp::SemanticTokensDeltaParams,
    ) -> jsonrpc::Result<Option<lsp::SemanticTokensFullDeltaResult>> {
        self.read::<requests::SemanticTokensDelta>(params).await
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> jsonrpc::Result<Option<lsp::SemanticTokensRangeResult>> {
        self.read::<requests::SemanticTokensRange>(params).await
    }

    async fn linked_editing_range(
        &self,
        params: lsp::LinkedEditingRangeParams,
    ) -> jsonrpc::Result<Option<lsp::LinkedEditingRanges>> {
        self.read::<requests::LinkedEditing>(params).await
    }

    async fn selection_range(
        &self,
        params: lsp::SelectionRangeParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::SelectionRange>>> {
        self.read::<requests::SelectionRanges>(params).await
    }

    async fn document_link(
        &self,
        params: lsp::DocumentLinkParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::DocumentLink>>> {
        self.read::<requests::DocumentLinks>(params).await
    }

    async fn code_action(
        &self,
        params: lsp::CodeActionParams,
    ) -> jsonrpc::Result<Option<lsp::CodeActionResponse>> {
        self.read::<requests::CodeActions>(params).await
    }

    async fn formatting(
        &self,
        params: lsp::DocumentFormattingParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::TextEdit>>> {
        self.read::<requests::Formatting>(params).await
    }

    async fn range_formatting(
        &self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::TextEdit>>> {
        self.read::<requests::RangeFormatting>(params).await
    }

    async fn on_type_formatting(
        &self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::TextEdit>>> {
        self.read::<requests::OnTypeFormatting>(params).await
    }

    async fn code_lens(
        &self,
        params: lsp::CodeLensParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::CodeLens>>> {
        self.read::<requests::CodeLenses>(params).await
    }

    async fn code_lens_resolve(&self, params: lsp::CodeLens) -> jsonrpc::Result<lsp::CodeLens> {
        self.read::<requests::ResolveCodeLens>(params).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: lsp::CallHierarchyPrepareParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::CallHierarchyItem>>> {
        self.read::<requests::PrepareCallHierarchy>(params).await
    }

    async fn incoming_calls(
        &self,
        params: lsp::CallHierarchyIncomingCallsParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::CallHierarchyIncomingCall>>> {
        self.read::<requests::IncomingCalls>(params).await
    }

    async fn outgoing_calls(
        &self,
        params: lsp::CallHierarchyOutgoingCallsParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::CallHierarchyOutgoingCall>>> {
        self.read::<requests::OutgoingCalls>(params).await
    }

    async fn prepare_type_hierarchy(
        &self,
        params: lsp::TypeHierarchyPrepareParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::TypeHierarchyItem>>> {
        self.read::<requests::PrepareTypeHierarchy>(params).await
    }

    async fn supertypes(
        &self,
        params: lsp::TypeHierarchySupertypesParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::TypeHierarchyItem>>> {
        self.read::<requests::Supertypes>(params).await
    }

    async fn subtypes(
        &self,
        params: lsp::TypeHierarchySubtypesParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::TypeHierarchyItem>>> {
        self.read::<requests::Subtypes>(params).await
    }

    async fn signature_help(
        &self,
        params: lsp::SignatureHelpParams,
    ) -> jsonrpc::Result<Option<lsp::SignatureHelp>> {
        self.read::<requests::SignatureHelp>(params).await
    }

    async fn references(
        &self,
        params: lsp::ReferenceParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::Location>>> {
        self.read::<requests::References>(params).await
    }

    async fn prepare_rename(
        &self,
        params: lsp::TextDocumentPositionParams,
    ) -> jsonrpc::Result<Option<lsp::PrepareRenameResponse>> {
        self.read::<requests::PrepareRename>(params).await
    }

    async fn rename(
        &self,
        params: lsp::RenameParams,
    ) -> jsonrpc::Result<Option<lsp::WorkspaceEdit>> {
        self.read::<requests::Rename>(params).await
    }

    async fn will_rename_files(
        &self,
        params: lsp::RenameFilesParams,
    ) -> jsonrpc::Result<Option<lsp::WorkspaceEdit>> {
        self.read::<requests::WillRenameFiles>(params).await
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::DocumentHighlight>>> {
        self.read::<requests::DocumentHighlight>(params).await
    }

    async fn folding_range(
        &self,
        params: lsp::FoldingRangeParams,
    ) -> jsonrpc::Result<Option<Vec<lsp::FoldingRange>>> {
        self.read::<requests::FoldingRanges>(params).await
    }

    async fn diagnostic(
        &self,
        params: lsp::DocumentDiagnosticParams,
    ) -> jsonrpc::Result<lsp::DocumentDiagnosticReportResult> {
        self.read::<requests::PullDiagnostics>(params).await
    }

    async fn workspace_diagnostic(
        &self,
        params: lsp::WorkspaceDiagnosticParams,
    ) -> jsonrpc::Result<lsp::WorkspaceDiagnosticReportResult> {
        self.read::<requests::WorkspaceDiagnostics>(params).await
    }
}

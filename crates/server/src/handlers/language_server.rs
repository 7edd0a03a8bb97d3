//! The methods of the protocol and their handlers, as tables. Each method sends one event to the main loop and waits for
//! its answer; none does work of its own.

use crate::request_error::ResponseError;
use tokio::sync::{oneshot, watch};
use tower_lsp::{LanguageServer, LspServiceBuilder, jsonrpc};

use crate::event::{Event, EventSender, Notification};
use crate::handlers::raw_json::RawJson;
use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::editing::completion::OWN_RESOLVE;
use crate::handlers::requests::test_fixture::{DocumentText, Panic, SlowRead};
use crate::handlers::requests::{custom, diagnostics, editing, navigation, presentation};
use crate::lsp;
use crate::lsp::request::Request as _;
use crate::protocol::client_commands::CHOOSE_NODE;
use crate::transport::ShutdownReason;
use crate::transport::middleware::end;
use crate::transport::raw_responses::{
    Answers, COMPLETION, DOCUMENT_SYMBOL, INLAY_HINT, ResponseId, SEMANTIC_TOKENS, WORKSPACE_SYMBOL,
};
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

    /// The same for an answer that goes past the transport.
    async fn long_read<R: RequestHandler>(&self, params: Params<R>) -> jsonrpc::Result<ResponseId> {
        let text = self.read::<RawJson<R>>(params).await?;
        Ok(self.answers.leave(text))
    }
}

fn session_over() -> jsonrpc::Error {
    ResponseError::Internal("the session is over".into()).into()
}

/// Implements the protocol: the handshake below, and a method for each row of the tables.
macro_rules! language_server {
    (
        handshake { $($handshake:item)* }
        notifications { $($notification:ident($params:ident) => $variant:ident;)* }
        requests { $($request:ident => $handler:path;)* }
    ) => {
        #[tower_lsp::async_trait]
        impl LanguageServer for Dispatcher {
            $($handshake)*

            $(async fn $notification(&self, params: lsp::$params) {
                self.notify(Notification::$variant(params));
            })*

            $(async fn $request(
                &self,
                params: Params<$handler>,
            ) -> jsonrpc::Result<Response<$handler>> {
                self.read::<$handler>(params).await
            })*
        }
    };
}

language_server! {
    handshake {
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

        async fn execute_command(
            &self,
            params: lsp::ExecuteCommandParams,
        ) -> jsonrpc::Result<Option<serde_json::Value>> {
            if params.command != CHOOSE_NODE {
                let problem = format!("there is no command {}", params.command);
                return Err(ResponseError::InvalidParams(problem).into());
            }
            let mut list = self.read::<custom::choose_node::ChooseNode>(params.arguments).await?;
            if let Some(node) = list.change.take() {
                let _ = self.events.send(Event::ChooseNode(node));
            }
            Ok(serde_json::to_value(list).ok())
        }

        async fn did_save(&self, _: lsp::DidSaveTextDocumentParams) {}
    }
    notifications {
        did_open(DidOpenTextDocumentParams) => DidOpen;
        did_change(DidChangeTextDocumentParams) => DidChange;
        did_close(DidCloseTextDocumentParams) => DidClose;
        did_change_watched_files(DidChangeWatchedFilesParams) => DidChangeWatchedFiles;
        did_change_workspace_folders(DidChangeWorkspaceFoldersParams) => DidChangeWorkspaceFolders;
        did_change_configuration(DidChangeConfigurationParams) => DidChangeConfiguration;
    }
    requests {
        hover => presentation::hover::Hover;
        goto_definition => navigation::goto_definition::GotoDefinition;
        goto_declaration => navigation::goto_declaration::GotoDeclaration;
        goto_type_definition => navigation::goto_type_definition::GotoTypeDefinition;
        goto_implementation => navigation::goto_implementation::GotoImplementation;
        semantic_tokens_full_delta => presentation::semantic_tokens_delta::SemanticTokensDelta;
        semantic_tokens_range => presentation::semantic_tokens_range::SemanticTokensRange;
        linked_editing_range => editing::linked_editing::LinkedEditing;
        selection_range => presentation::selection_range::SelectionRanges;
        document_link => navigation::document_link::DocumentLinks;
        code_action => editing::code_action::CodeActions;
        formatting => editing::formatting::Formatting;
        range_formatting => editing::range_formatting::RangeFormatting;
        on_type_formatting => editing::on_type_formatting::OnTypeFormatting;
        code_lens => presentation::code_lens::CodeLenses;
        code_lens_resolve => presentation::code_lens_resolve::ResolveCodeLens;
        prepare_call_hierarchy => navigation::prepare_call_hierarchy::PrepareCallHierarchy;
        incoming_calls => navigation::incoming_calls::IncomingCalls;
        outgoing_calls => navigation::outgoing_calls::OutgoingCalls;
        prepare_type_hierarchy => navigation::prepare_type_hierarchy::PrepareTypeHierarchy;
        supertypes => navigation::supertypes::Supertypes;
        subtypes => navigation::subtypes::Subtypes;
        signature_help => editing::signature_help::SignatureHelp;
        references => navigation::references::References;
        prepare_rename => editing::prepare_rename::PrepareRename;
        rename => editing::rename::Rename;
        will_rename_files => editing::will_rename_files::WillRenameFiles;
        document_highlight => navigation::document_highlight::DocumentHighlight;
        folding_range => presentation::folding_range::FoldingRanges;
        diagnostic => diagnostics::document_diagnostic::PullDiagnostics;
        workspace_diagnostic => diagnostics::workspace_diagnostic::WorkspaceDiagnostics;
    }
}

/// Adds the methods that the transport's version of the protocol does not have: long answers, which go past the
/// transport, our own requests, and those for tests.
pub(crate) fn custom_methods(
    service: LspServiceBuilder<Dispatcher>,
    test_requests: bool,
) -> LspServiceBuilder<Dispatcher> {
    let service = service
        .custom_method(
            COMPLETION,
            Dispatcher::long_read::<editing::completion::Completion>,
        )
        .custom_method(
            DOCUMENT_SYMBOL,
            Dispatcher::long_read::<navigation::document_symbol::DocumentSymbols>,
        )
        .custom_method(
            INLAY_HINT,
            Dispatcher::long_read::<presentation::inlay_hint::InlayHints>,
        )
        .custom_method(
            SEMANTIC_TOKENS,
            Dispatcher::long_read::<presentation::semantic_tokens::SemanticTokensFull>,
        )
        .custom_method(
            WORKSPACE_SYMBOL,
            Dispatcher::long_read::<navigation::workspace_symbol::WorkspaceSymbols>,
        )
        .custom_method(
            OWN_RESOLVE,
            Dispatcher::read::<editing::completion_resolve::Resolve>,
        )
        .custom_method(
            custom::page::Page::METHOD,
            Dispatcher::read::<custom::page::Page>,
        )
        .custom_method(
            custom::syntax_tree::SyntaxTree::METHOD,
            Dispatcher::read::<custom::syntax_tree::SyntaxTree>,
        )
        .custom_method(
            custom::inferred_type::InferredType::METHOD,
            Dispatcher::read::<custom::inferred_type::InferredType>,
        )
        .custom_method(
            custom::resource_graph::ResourceGraph::METHOD,
            Dispatcher::read::<custom::resource_graph::ResourceGraph>,
        )
        .custom_method(
            custom::data_hierarchy::DataHierarchy::METHOD,
            Dispatcher::read::<custom::data_hierarchy::DataHierarchy>,
        )
        .custom_method(
            custom::data_keys::DataKeys::METHOD,
            Dispatcher::read::<custom::data_keys::DataKeys>,
        );
    if !test_requests {
        return service;
    }
    service
        .custom_method(SlowRead::METHOD, Dispatcher::read::<SlowRead>)
        .custom_method(DocumentText::METHOD, Dispatcher::read::<DocumentText>)
        .custom_method(Panic::METHOD, Dispatcher::read::<Panic>)
}

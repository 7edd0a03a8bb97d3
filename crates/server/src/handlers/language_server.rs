//! The methods of the protocol and their handlers, as tables. Each method sends one event to the main loop and waits for
//! its answer; none does work of its own.

use crate::request_error::ResponseError;
use tokio::sync::{oneshot, watch};
use tower_lsp::{LanguageServer, LspServiceBuilder, jsonrpc};

use crate::event::{Event, EventSender, Notification};
use crate::handlers::raw_json::RawJson;
use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests;
use crate::handlers::requests::custom::choose_node::ChooseNode;
use crate::handlers::requests::custom::data_hierarchy::DataHierarchy;
use crate::handlers::requests::custom::data_keys::DataKeys;
use crate::handlers::requests::custom::inferred_type::InferredType;
use crate::handlers::requests::custom::page::Page;
use crate::handlers::requests::custom::resource_graph::ResourceGraph;
use crate::handlers::requests::custom::syntax_tree::SyntaxTree;
use crate::handlers::requests::editing::completion::{Completion, OWN_RESOLVE};
use crate::handlers::requests::editing::completion_resolve::Resolve;
use crate::handlers::requests::test_fixture::{DocumentText, Panic, SlowRead};
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
        requests { $($request:ident => $handler:ident;)* }
    ) => {
        #[tower_lsp::async_trait]
        impl LanguageServer for Dispatcher {
            $($handshake)*

            $(async fn $notification(&self, params: lsp::$params) {
                self.notify(Notification::$variant(params));
            })*

            $(async fn $request(
                &self,
                params: Params<requests::$handler>,
            ) -> jsonrpc::Result<Response<requests::$handler>> {
                self.read::<requests::$handler>(params).await
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
            let mut list = self.read::<ChooseNode>(params.arguments).await?;
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
        hover => Hover;
        goto_definition => GotoDefinition;
        goto_declaration => GotoDeclaration;
        goto_type_definition => GotoTypeDefinition;
        goto_implementation => GotoImplementation;
        semantic_tokens_full_delta => SemanticTokensDelta;
        semantic_tokens_range => SemanticTokensRange;
        linked_editing_range => LinkedEditing;
        selection_range => SelectionRanges;
        document_link => DocumentLinks;
        code_action => CodeActions;
        formatting => Formatting;
        range_formatting => RangeFormatting;
        on_type_formatting => OnTypeFormatting;
        code_lens => CodeLenses;
        code_lens_resolve => ResolveCodeLens;
        prepare_call_hierarchy => PrepareCallHierarchy;
        incoming_calls => IncomingCalls;
        outgoing_calls => OutgoingCalls;
        prepare_type_hierarchy => PrepareTypeHierarchy;
        supertypes => Supertypes;
        subtypes => Subtypes;
        signature_help => SignatureHelp;
        references => References;
        prepare_rename => PrepareRename;
        rename => Rename;
        will_rename_files => WillRenameFiles;
        document_highlight => DocumentHighlight;
        folding_range => FoldingRanges;
        diagnostic => PullDiagnostics;
        workspace_diagnostic => WorkspaceDiagnostics;
    }
}

/// Adds the methods that the transport's version of the protocol does not have: long answers, which go past the
/// transport, our own requests, and those for tests.
pub(crate) fn custom_methods(
    service: LspServiceBuilder<Dispatcher>,
    test_requests: bool,
) -> LspServiceBuilder<Dispatcher> {
    let service = service
        .custom_method(COMPLETION, Dispatcher::long_read::<Completion>)
        .custom_method(
            DOCUMENT_SYMBOL,
            Dispatcher::long_read::<requests::DocumentSymbols>,
        )
        .custom_method(INLAY_HINT, Dispatcher::long_read::<requests::InlayHints>)
        .custom_method(
            SEMANTIC_TOKENS,
            Dispatcher::long_read::<requests::SemanticTokensFull>,
        )
        .custom_method(
            WORKSPACE_SYMBOL,
            Dispatcher::long_read::<requests::WorkspaceSymbols>,
        )
        .custom_method(OWN_RESOLVE, Dispatcher::read::<Resolve>)
        .custom_method(Page::METHOD, Dispatcher::read::<Page>)
        .custom_method(SyntaxTree::METHOD, Dispatcher::read::<SyntaxTree>)
        .custom_method(InferredType::METHOD, Dispatcher::read::<InferredType>)
        .custom_method(ResourceGraph::METHOD, Dispatcher::read::<ResourceGraph>)
        .custom_method(DataHierarchy::METHOD, Dispatcher::read::<DataHierarchy>)
        .custom_method(DataKeys::METHOD, Dispatcher::read::<DataKeys>);
    if !test_requests {
        return service;
    }
    service
        .custom_method(SlowRead::METHOD, Dispatcher::read::<SlowRead>)
        .custom_method(DocumentText::METHOD, Dispatcher::read::<DocumentText>)
        .custom_method(Panic::METHOD, Dispatcher::read::<Panic>)
}

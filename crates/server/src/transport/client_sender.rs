//! Messages that the server sends on its own: notifications and requests to the client.

use serde_json::Value;
use tokio::sync::mpsc;
use tower_lsp::Client;

use crate::client_refresh::RefreshKind;
use crate::lsp;
use crate::protocol::status::{Status, StatusNotification};

/// A message to the client that answers no request.
#[derive(Debug)]
pub(crate) enum ClientMessage {
    /// The diagnostics of one document.
    Diagnostics(lsp::PublishDiagnosticsParams),
    /// A message for the user.
    Show(lsp::MessageType, String),
    /// A message for the log that the editor keeps for us.
    Log(lsp::MessageType, String),
    /// Ask the client to tell us about more (file watching).
    Register(Vec<lsp::Registration>),
    /// Ask for our section of the client's settings, once for each scope; answered by [`Event::Settings`].
    PullSettings(lsp::ConfigurationItem),
    /// Ask the client to ask for something again.
    Refresh(RefreshKind),
    /// The state of the server, for clients that show it.
    Status(Status),
    /// Open a progress display.
    BeginProgress(lsp::ProgressToken, String),
    /// Close a progress display.
    EndProgress(lsp::ProgressToken, String),
    /// Progress with a token of the client: how far the work is, or a part of the answer.
    Progress(lsp::ProgressToken, Value),
}

/// The queue of outgoing messages. One task sends them in order, so the main loop never waits for the client.
#[derive(Debug, Clone)]
pub(crate) struct ClientSender(mpsc::UnboundedSender<ClientMessage>);

impl ClientSender {
    /// Starts the task; `on_settings` takes the client's settings when they have been asked for.
    pub(super) fn start(
        client: Client,
        on_settings: impl Fn(Value) + Clone + Send + Sync + 'static,
    ) -> Self {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(outgoing) = receiver.recv().await {
                send(&client, &on_settings, outgoing).await;
            }
        });
        Self(sender)
    }

    /// Sends without waiting; after the end of the session, nothing happens.
    pub(crate) fn send(&self, outgoing: ClientMessage) {
        let _ = self.0.send(outgoing);
    }
}

async fn send(
    client: &Client,
    on_settings: &(impl Fn(Value) + Clone + Send + Sync + 'static),
    outgoing: ClientMessage,
) {
    match outgoing {
        ClientMessage::Diagnostics(params) => {
            client
                .send_notification::<lsp::notification::PublishDiagnostics>(params)
                .await;
        }
        ClientMessage::Show(level, message) => client.show_message(level, message).await,
        ClientMessage::Log(level, message) => client.log_message(level, message).await,
        ClientMessage::Register(registrations) => {
            let client = client.clone();
            tokio::spawn(async move {
                if let Err(error) = client.register_capability(registrations).await {
                    tracing::warn!("the client refused a registration: {error}");
                }
            });
        }
        ClientMessage::PullSettings(item) => {
            let (client, on_settings) = (client.clone(), on_settings.clone());
            tokio::spawn(async move {
                match client.configuration(vec![item]).await {
                    Ok(mut values) => on_settings(values.pop().unwrap_or_default()),
                    Err(error) => {
                        tracing::warn!(
                            "the client returned an error for workspace/configuration: {error}"
                        )
                    }
                }
            });
        }
        ClientMessage::Refresh(shown) => {
            let client = client.clone();
            tokio::spawn(async move {
                let _ = match shown {
                    RefreshKind::Diagnostics => client.workspace_diagnostic_refresh().await,
                    RefreshKind::Hints => client.inlay_hint_refresh().await,
                    RefreshKind::Lenses => client.code_lens_refresh().await,
                    RefreshKind::Tokens => client.semantic_tokens_refresh().await,
                };
            });
        }
        ClientMessage::Status(status) => {
            client.send_notification::<StatusNotification>(status).await;
        }
        ClientMessage::BeginProgress(token, title) => begin_progress(client, token, title).await,
        ClientMessage::EndProgress(token, message) => {
            let value = lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd {
                message: Some(message),
            });
            progress(client, token, value).await;
        }
        ClientMessage::Progress(token, value) => {
            let params = serde_json::json!({ "token": token, "value": value });
            client.send_notification::<AnyProgress>(params).await;
        }
    }
}

/// `$/progress` with any value: our version of the protocol's types knows only that of work.
enum AnyProgress {}

impl lsp::notification::Notification for AnyProgress {
    type Params = Value;
    const METHOD: &'static str = "$/progress";
}

/// Creates the token and begins. The creation is not waited for: a client that refuses it ignores the rest.
async fn begin_progress(client: &Client, token: lsp::ProgressToken, title: String) {
    let create = lsp::WorkDoneProgressCreateParams {
        token: token.clone(),
    };
    let requester = client.clone();
    tokio::spawn(async move {
        let _ = requester
            .send_request::<lsp::request::WorkDoneProgressCreate>(create)
            .await;
    });
    let begin = lsp::WorkDoneProgressBegin {
        title,
        ..Default::default()
    };
    progress(client, token, lsp::WorkDoneProgress::Begin(begin)).await;
}

async fn progress(client: &Client, token: lsp::ProgressToken, value: lsp::WorkDoneProgress) {
    let params = lsp::ProgressParams {
        token,
        value: lsp::ProgressParamsValue::WorkDone(value),
    };
    client
        .send_notification::<lsp::notification::Progress>(params)
        .await;
}

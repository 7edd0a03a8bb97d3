//! The wire: JSON-RPC over stdio through tower-lsp. No other folder names tower-lsp, so that moving to another transport
//! touches this folder only.
//!
//! tower-lsp 0.20 runs handlers as futures of one task and lets later ones overtake at every `.await`. The rules below
//! make it a reliable pipe:
//!
//! 1. A handler does one thing: it sends an event to the main loop *before* its first `.await`, then waits for the
//!    answer. Events therefore arrive in wire order ([`crate::handlers::language_server`]).
//! 2. The concurrency level is high, so that pending requests never hold back an edit or a cancellation.
//! 3. `exit` ends the process even while the client keeps our stdin open ([`middleware`]), and the end of stdin ends it even
//!    while requests are being answered ([`stdin`]).
//! 4. Writing never blocks the reader: stdout belongs to a thread that reads an unbounded channel ([`stdout`]).
//! 5. What is no message is refused, and the session continues with the next one ([`framing`]).
//! 6. A request to the client is never dropped before its answer came: each runs in a task of its own ([`client_sender`]).
//! 7. Long answers are not made into trees on the thread that reads: they go past the transport ([`raw_responses`]).

pub(crate) mod client_sender;
mod framing;
pub(crate) mod middleware;
pub(crate) mod raw_responses;
mod stdin;
mod stdout;

use std::time::Duration;

use tokio::sync::watch;
use tower_lsp::{LspService, Server, jsonrpc};

use crate::transport::client_sender::ClientSender;

use crate::ServerOptions;
use crate::event::{Event, EventSender};
use crate::handlers::language_server::{Dispatcher, custom_methods};
use crate::request_error::ResponseError;
use crate::transport::middleware::Relay;
use crate::transport::raw_responses::Answers;

/// How many requests may wait for their answer at once.
const MAX_PENDING_REQUESTS: usize = 4096;

/// How long answers may take after the client has closed our stdin.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// How long answers to what was asked before `exit` may take.
const ANSWERS_BEFORE_EXIT: Duration = Duration::from_secs(3);

/// Why the session ends; set once, by the first who knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShutdownReason {
    /// The client sent `shutdown` and `exit`.
    Exit,
    /// The client sent `exit` without `shutdown`.
    AbruptExit,
    /// The client closed our stdin.
    InputClosed,
    /// The client has closed its end of the pipe, or its process is gone.
    ClientGone,
}

/// Serves one session over stdin and stdout, until the client says `exit` or is gone. `start` gets the outbox and
/// starts the main loop that reads `events`.
pub(crate) async fn serve(
    options: &ServerOptions,
    events: EventSender,
    start: impl FnOnce(ClientSender),
) -> ShutdownReason {
    let (ending, mut ended) = watch::channel(None);
    let stdout = stdout::ThreadedStdout::start(ending.clone());
    let flush = stdout.flusher();

    let handler_events = events.clone();
    let handler_ending = ending.clone();
    let answers = Answers::default();
    let handler_answers = answers.clone();
    let mut outbox = None;
    let service = LspService::build(|client| {
        let settings = events.clone();
        outbox = Some(ClientSender::start(client, move |value| {
            let _ = settings.send(Event::Settings(value));
        }));
        Dispatcher::new(handler_events, handler_ending, handler_answers)
    });
    let (service, socket) = custom_methods(service, options.test_requests).finish();
    if let Some(outbox) = outbox {
        start(outbox);
    }

    let input = stdin::WatchedStdin::new(stdout.writer(), ending.clone());
    let relay = Relay::new(service, ending, answers, stdout.writer());
    let server = Server::new(input, stdout, socket)
        .concurrency_level(MAX_PENDING_REQUESTS)
        .serve(relay);
    tokio::pin!(server);
    let why = ended.clone();
    let (reason, is_done) = tokio::select! {
        () = &mut server => (*why.borrow(), true),
        reason = ended.wait_for(Option::is_some) => (reason.ok().and_then(|reason| *reason), false),
    };
    let patience = match reason {
        Some(ShutdownReason::Exit | ShutdownReason::AbruptExit) => ANSWERS_BEFORE_EXIT,
        Some(ShutdownReason::InputClosed) => LAST_ANSWERS,
        _ => Duration::ZERO,
    };
    if !is_done && !patience.is_zero() {
        // Answer what was asked before, if it does not take long.
        let _ = tokio::time::timeout(patience, server).await;
    }
    // The main loop ends when its receiver is gone.
    let _ = events.send(Event::Stop);
    flush.wait();
    reason.unwrap_or(ShutdownReason::InputClosed)
}

impl From<ResponseError> for jsonrpc::Error {
    fn from(failure: ResponseError) -> Self {
        let (code, message, data) = match failure {
            ResponseError::ContentModified => (-32801, "content modified".into(), None),
            ResponseError::ServerCancelled => (
                -32802,
                "cancelled by an edit".into(),
                Some(serde_json::json!({ "retriggerRequest": true })),
            ),
            ResponseError::InvalidParams(message) => (-32602, message, None),
            ResponseError::Internal(message) => (-32603, message, None),
        };
        Self {
            code: jsonrpc::ErrorCode::from(code),
            message: message.into(),
            data,
        }
    }
}

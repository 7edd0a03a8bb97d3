//! Looks at the messages of the client on their way to the service and at its answers on their way back: ends the session
//! on `exit`, even while the client keeps our stdin open, gives requests the names under which the service answers them,
//! and sends long answers past the transport.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use serde_json::Value;
use tokio::sync::{oneshot, watch};
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

use crate::handlers::requests::editing::completion;
use crate::transport::ShutdownReason;
use crate::transport::raw_responses::{Answers, LONG};
use crate::transport::stdout::Writer;

const INITIALIZE: &str = "initialize";

/// A service that looks at every message on its way to and from `inner`.
pub(super) struct Relay<S> {
    inner: S,
    ending: watch::Sender<Option<ShutdownReason>>,
    shutdown_seen: bool,
    /// Closed when `initialize` is answered; what comes before that would be refused.
    initializing: Option<oneshot::Receiver<()>>,
    answers: Answers,
    /// Where long answers go.
    writer: Writer,
}

impl<S> Relay<S> {
    pub(super) fn new(
        inner: S,
        ending: watch::Sender<Option<ShutdownReason>>,
        answers: Answers,
        writer: Writer,
    ) -> Self {
        Self {
            inner,
            ending,
            shutdown_seen: false,
            initializing: None,
            answers,
            writer,
        }
    }
}

impl<S> Service<Request> for Relay<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        if let Some(initializing) = &mut self.initializing {
            // Closed without a message.
            let _ = ready!(Pin::new(initializing).poll(context));
            self.initializing = None;
        }
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let request = without_null(request);
        match request.method() {
            "shutdown" => self.shutdown_seen = true,
            "exit" => {
                let reason = match self.shutdown_seen {
                    true => ShutdownReason::Exit,
                    false => ShutdownReason::AbruptExit,
                };
                end(&self.ending, reason);
                // The service would drop what it has not answered yet.
                return Box::pin(async { Ok(None) });
            }
            _ => {}
        }
        let is_long = LONG.iter().any(|(method, _)| *method == request.method());
        let is_initialize = request.method() == INITIALIZE;
        let needs_capability = is_initialize && !registers_type_hierarchy(&request);
        let answer = self.inner.call(known(request));
        if is_initialize {
            let (answered, initializing) = oneshot::channel();
            self.initializing = Some(initializing);
            return Box::pin(async move {
                let answer = answer.await;
                drop(answered);
                Ok(match needs_capability {
                    true => answer?.map(with_type_hierarchy),
                    false => answer?,
                })
            });
        }
        if !is_long {
            return Box::pin(answer);
        }
        let (answers, writer) = (self.answers.clone(), self.writer.clone());
        Box::pin(async move { Ok(answer.await?.and_then(|it| past(it, &answers, &writer))) })
    }
}

/// A request without parameters that are `null`, which say no more than none.
fn without_null(request: Request) -> Request {
    if request.params() != Some(&Value::Null) {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let mut plain = Request::build(method);
    if let Some(id) = id {
        plain = plain.id(id);
    }
    plain.finish()
}

/// Writes the long answer for which there is a ticket in a response; gives what the transport shall send.
fn past(response: Response, answers: &Answers, writer: &Writer) -> Option<Response> {
    let ticket = response.result();
    match ticket.and_then(|ticket| answers.message(response.id(), ticket)) {
        Some(message) => {
            writer.write(message);
            None
        }
        None => Some(response),
    }
}

/// A request under a name for which the transport does what the protocol wants.
///
/// It drops all messages with a `$/`, but requests are to be refused: under a name that is not dropped, they are. It
/// knows an older form of completion items, and no tickets: under names of our own, the form is ours. One of the client's
/// capabilities has a wrong name there.
fn known(request: Request) -> Request {
    let method = request.method();
    let long = LONG.iter().find(|(long, _)| *long == method);
    let name = match (long, method.strip_prefix("$/")) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, Some(name)) if request.id().is_some() => format!("unknown/{name}"),
        _ if method == completion::RESOLVE => completion::OWN_RESOLVE.to_owned(),
        _ if method == INITIALIZE => INITIALIZE.to_owned(),
        _ => return request,
    };
    let (method, id, params) = request.into_parts();
    let mut known = Request::build(name);
    if let Some(mut params) = params {
        if method == INITIALIZE {
            name_capabilities(&mut params);
        }
        known = known.params(params);
    }
    if let Some(id) = id {
        known = known.id(id);
    }
    known.finish()
}

/// What the protocol calls `workspace.diagnostics` has another name in the transport's version of the protocol's types.
fn name_capabilities(params: &mut Value) {
    let workspace = params.pointer_mut("/capabilities/workspace");
    if let Some(workspace) = workspace.and_then(Value::as_object_mut)
        && let Some(diagnostics) = workspace.remove("diagnostics")
    {
        workspace.insert("diagnostic".to_owned(), diagnostics);
    }
}

/// Whether a client can be told later that there are hierarchies of types.
fn registers_type_hierarchy(initialize: &Request) -> bool {
    const WAY: &str = "/capabilities/textDocument/typeHierarchy/dynamicRegistration";
    let params = initialize.params();
    params.and_then(|params| params.pointer(WAY)) == Some(&Value::Bool(true))
}

/// The answer to `initialize`, with the capability that the transport's version of the protocol's types has no place for.
fn with_type_hierarchy(response: Response) -> Response {
    let (id, result) = response.into_parts();
    let Ok(mut result) = result else {
        return Response::from_parts(id, result);
    };
    if let Some(capabilities) = result
        .get_mut("capabilities")
        .and_then(Value::as_object_mut)
    {
        capabilities.insert("typeHierarchyProvider".to_owned(), Value::Bool(true));
    }
    Response::from_ok(id, result)
}

/// Ends the session for `reason`, unless it is ending already.
pub(crate) fn end(ending: &watch::Sender<Option<ShutdownReason>>, reason: ShutdownReason) {
    ending.send_if_modified(|current| {
        let first = current.is_none();
        if first {
            *current = Some(reason);
        }
        first
    });
}

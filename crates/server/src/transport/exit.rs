//! Looks at the messages of the client on their way: ends the session on `exit`, even while the client keeps our stdin
//! open, and sees that requests beginning with `$/` are answered.

use std::task::{Context, Poll};

use tokio::sync::watch;
use tower::Service;
use tower_lsp::jsonrpc::Request;

use super::Ending;

/// A service that looks at every message on its way to `inner` and reports `exit`.
pub(super) struct ExitWatcher<S> {
    inner: S,
    ending: watch::Sender<Option<Ending>>,
    shutdown_seen: bool,
}

impl<S> ExitWatcher<S> {
    pub(super) fn new(inner: S, ending: watch::Sender<Option<Ending>>) -> Self {
        Self {
            inner,
            ending,
            shutdown_seen: false,
        }
    }
}

impl<S: Service<Request>> Service<Request> for ExitWatcher<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match request.method() {
            "shutdown" => self.shutdown_seen = true,
            "exit" if self.shutdown_seen => end(&self.ending, Ending::Exit),
            "exit" => end(&self.ending, Ending::AbruptExit),
            _ => {}
        }
        self.inner.call(answerable(request))
    }
}

/// The transport drops all messages with a `$/`, but the protocol wants requests to be refused: under a name that is not
/// dropped, they are.
fn answerable(request: Request) -> Request {
    match (request.id(), request.method().strip_prefix("$/")) {
        (Some(id), Some(name)) => Request::build(format!("unknown/{name}"))
            .id(id.clone())
            .finish(),
        _ => request,
    }
}

/// Ends the session for `reason`, unless it is ending already.
pub(super) fn end(ending: &watch::Sender<Option<Ending>>, reason: Ending) {
    ending.send_if_modified(|current| {
        let first = current.is_none();
        if first {
            *current = Some(reason);
        }
        first
    });
}

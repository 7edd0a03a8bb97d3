//! Looks at the messages of the client on their way: ends the session on `exit`, even while the client keeps our stdin
//! open, and gives requests the names under which the transport answers them.

use std::task::{Context, Poll};

use tokio::sync::watch;
use tower::Service;
use tower_lsp::jsonrpc::Request;

use super::Ending;
use crate::reads::completion;

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
        self.inner.call(known(request))
    }
}

/// A request under a name for which the transport does what the protocol wants.
///
/// It drops all messages with a `$/`, but requests are to be refused: under a name that is not dropped, they are. It
/// knows an older form of proposals: under names of our own, the form is ours.
fn known(request: Request) -> Request {
    let name = match request.method() {
        completion::METHOD => completion::OWN_METHOD.to_owned(),
        completion::RESOLVE => completion::OWN_RESOLVE.to_owned(),
        method => match method.strip_prefix("$/") {
            Some(name) if request.id().is_some() => format!("unknown/{name}"),
            _ => return request,
        },
    };
    let (_, id, params) = request.into_parts();
    let mut known = Request::build(name);
    if let Some(params) = params {
        known = known.params(params);
    }
    if let Some(id) = id {
        known = known.id(id);
    }
    known.finish()
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

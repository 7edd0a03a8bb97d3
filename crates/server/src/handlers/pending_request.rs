//! A request on its way from the handler to a worker and back.

use crate::request_error::ReadError;
use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

use puppet_ide::Cancelled;
use tokio::sync::oneshot;

use crate::handlers::cancellation::Cancellation;
use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::retry_policy::{Priority, RetryPolicy};
use crate::lsp::request::{
    Completion, DocumentDiagnosticRequest, Request as _, WorkspaceDiagnosticRequest,
};
use crate::request_error::ResponseError;
use crate::snapshot::Snapshot;

/// A request that waits for a worker.
pub(crate) struct PendingRequest {
    job: Box<dyn RequestJob>,
    method: &'static str,
    priority: Priority,
    retry_policy: RetryPolicy,
    cancellation: Cancellation,
    /// How many edits the main loop had seen when the request arrived.
    arrived_at: u64,
    retried: bool,
}

impl fmt::Debug for PendingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PendingRequest({})", self.method)
    }
}

/// How a run ended.
pub(crate) enum RunOutcome {
    /// Call this to answer, once the snapshot is gone.
    Answer(Box<dyn FnOnce() + Send>),
    /// A write waits: give the snapshot back and let the main loop decide.
    Interrupted,
}

impl PendingRequest {
    /// A request with its parameters, and where the answer arrives.
    pub(crate) fn new<R: RequestHandler>(
        params: Params<R>,
    ) -> (Self, oneshot::Receiver<Result<Response<R>, ResponseError>>) {
        let (reply, answer) = oneshot::channel();
        let read = Self {
            job: Box::new(TypedJob::<R> {
                params,
                reply: Some(reply),
            }),
            method: R::Request::METHOD,
            priority: R::PRIORITY,
            retry_policy: R::RETRY_POLICY,
            cancellation: Cancellation::default(),
            arrived_at: 0,
            retried: false,
        };
        (read, answer)
    }

    pub(crate) fn method(&self) -> &'static str {
        self.method
    }

    /// Whether it asks for diagnostics, which the client keeps until the next answer.
    pub(crate) fn pulls_diagnostics(&self) -> bool {
        let pulls = [
            DocumentDiagnosticRequest::METHOD,
            WorkspaceDiagnosticRequest::METHOD,
        ];
        pulls.contains(&self.method)
    }

    /// Whether it asks for completion items.
    pub(crate) fn completes(&self) -> bool {
        self.method == Completion::METHOD
    }

    pub(crate) fn priority(&self) -> Priority {
        self.priority
    }

    pub(crate) fn cancellation(&self) -> Cancellation {
        self.cancellation.clone()
    }

    /// Notes the moment of arrival, counted in edits.
    pub(crate) fn arrive(&mut self, edits: u64) {
        self.arrived_at = edits;
    }

    /// Lets a request run that had to wait. What has arrived meanwhile may have changed the text that it was made for.
    pub(crate) fn release(&mut self, edits: u64) {
        self.retried |= self.arrived_at != edits;
        self.arrived_at = edits;
    }

    /// Whether the client has cancelled it: then no response is needed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.lock().cancelled
    }

    /// Decides whether the request may (still) run when `edits` edits have arrived. A request that is to be retried starts
    /// again; otherwise it is answered here and gone.
    pub(crate) fn retry(mut self, edits: u64) -> Option<Self> {
        if self.is_cancelled() {
            return None;
        }
        if self.arrived_at == edits {
            return Some(self);
        }
        let failure = match self.retry_policy {
            RetryPolicy::Retry if !self.retried => {
                self.arrived_at = edits;
                self.retried = true;
                return Some(self);
            }
            RetryPolicy::Retry | RetryPolicy::Refuse => ResponseError::ContentModified,
            RetryPolicy::AskAgain => ResponseError::ServerCancelled,
        };
        self.refuse(failure);
        None
    }

    /// Answers with a failure.
    pub(crate) fn refuse(mut self, failure: ResponseError) {
        self.job.refuse(failure);
    }

    /// Computes the answer on this thread. Neither a cancellation nor a panic leaves this function.
    pub(crate) fn run(&mut self, snapshot: &Snapshot) -> RunOutcome {
        self.cancellation.arm(snapshot.analysis.cancel_token());
        let outcome =
            panic::catch_unwind(AssertUnwindSafe(|| self.job.run(snapshot, self.retried)));
        self.cancellation.lock().token = None;
        match outcome {
            Ok(outcome) => outcome,
            Err(payload) => {
                let message = panic_message(payload.as_ref());
                tracing::error!("{} panicked: {message}", self.method);
                self.job.refuse(ResponseError::Internal(format!(
                    "internal error in {}: {message}",
                    self.method
                )));
                RunOutcome::Answer(Box::new(|| {}))
            }
        }
    }
}

/// What a panic said.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("panic without a message")
}

trait RequestJob: Send {
    /// `retried`: the text has changed since the request was sent.
    fn run(&mut self, snapshot: &Snapshot, retried: bool) -> RunOutcome;
    fn refuse(&mut self, failure: ResponseError);
}

struct TypedJob<R: RequestHandler> {
    params: Params<R>,
    reply: Option<oneshot::Sender<Result<Response<R>, ResponseError>>>,
}

impl<R: RequestHandler> RequestJob for TypedJob<R> {
    fn run(&mut self, snapshot: &Snapshot, retried: bool) -> RunOutcome {
        let answer = R::run(snapshot, &self.params);
        snapshot.ask_forge();
        let answer = match answer {
            Ok(response) => Ok(response),
            // It made sense in the text that the client had.
            Err(ReadError::Invalid(_)) if retried => Err(ResponseError::ContentModified),
            Err(ReadError::Invalid(message)) => Err(ResponseError::InvalidParams(message)),
            Err(ReadError::UnknownDocument) => serde_json::from_value(serde_json::Value::Null)
                .map_err(|_| ResponseError::InvalidParams("unknown document".to_owned())),
            Err(ReadError::Cancelled(Cancelled::PendingWrite)) => return RunOutcome::Interrupted,
            // The client has cancelled and has its answer: this one goes nowhere.
            Err(ReadError::Cancelled(Cancelled::ByClient)) => Err(ResponseError::ContentModified),
        };
        let reply = self.reply.take();
        RunOutcome::Answer(Box::new(move || {
            if let Some(reply) = reply {
                let _ = reply.send(answer);
            }
        }))
    }

    fn refuse(&mut self, failure: ResponseError) {
        if let Some(reply) = self.reply.take() {
            let _ = reply.send(Err(failure));
        }
    }
}

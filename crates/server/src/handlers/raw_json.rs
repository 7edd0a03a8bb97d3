//! Requests whose responses are serialised where they are computed.

use std::marker::PhantomData;

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::retry_policy::{Priority, RetryPolicy};
use crate::lsp::request::Request;
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

/// A request with its answer as JSON.
pub(crate) struct RawJson<R>(PhantomData<R>);

/// The request of an [`RawJson`].
pub(crate) struct TextOf<R>(PhantomData<R>);

impl<R: RequestHandler> Request for TextOf<R> {
    type Params = Params<R>;
    type Result = Vec<u8>;
    const METHOD: &'static str = R::Request::METHOD;
}

impl<R: RequestHandler> RequestHandler for RawJson<R> {
    type Request = TextOf<R>;
    const PRIORITY: Priority = R::PRIORITY;
    const RETRY_POLICY: RetryPolicy = R::RETRY_POLICY;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let answer = match R::run(snapshot, params) {
            Err(ReadError::UnknownDocument) => return Ok(b"null".to_vec()),
            answer => answer?,
        };
        serde_json::to_vec(&answer).map_err(|error| ReadError::Invalid(error.to_string()))
    }
}

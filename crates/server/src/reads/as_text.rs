//! Reads whose answers are made text where they are computed.

use std::marker::PhantomData;

use super::{Lane, OnEdit, Params, Read, ReadError, Response};
use crate::snapshot::Snapshot;
use crate::transport::lsp::request::Request;

/// A read with its answer as JSON.
pub(crate) struct AsText<R>(PhantomData<R>);

/// The request of an [`AsText`].
pub(crate) struct TextOf<R>(PhantomData<R>);

impl<R: Read> Request for TextOf<R> {
    type Params = Params<R>;
    type Result = Vec<u8>;
    const METHOD: &'static str = R::Request::METHOD;
}

impl<R: Read> Read for AsText<R> {
    type Request = TextOf<R>;
    const LANE: Lane = R::LANE;
    const ON_EDIT: OnEdit = R::ON_EDIT;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let answer = R::run(snapshot, params)?;
        serde_json::to_vec(&answer).map_err(|error| ReadError::Invalid(error.to_string()))
    }
}

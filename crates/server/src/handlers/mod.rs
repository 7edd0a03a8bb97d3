//! Handlers of the protocol's messages, and the table that dispatches them.

pub(crate) mod cancellation;
pub(crate) mod language_server;
pub(crate) mod pending_request;
pub(crate) mod raw_json;
pub(crate) mod request_handler;
pub(crate) mod requests;
pub(crate) mod retry_policy;

//! Handlers of the protocol's messages, and the table that dispatches them.

pub(crate) mod dispatch;
pub(crate) mod pending_request;
pub(crate) mod priority;
pub(crate) mod raw_json;
pub(crate) mod request_handler;
pub(crate) mod requests;

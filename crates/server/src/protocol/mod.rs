//! Conversion between the protocol's types and ours.

pub(crate) mod client_capabilities;
pub(crate) mod client_commands;
pub(crate) mod position_encoding;
pub(crate) mod status;
pub(crate) mod text_sync;
pub(crate) mod to_proto;
pub(crate) mod uri_map;

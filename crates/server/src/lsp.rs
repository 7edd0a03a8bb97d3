//! The types of the protocol, under the name that all handlers use.

pub(crate) use tower_lsp::lsp_types::*;

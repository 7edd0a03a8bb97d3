//! Requests for diagnostics.

pub(crate) mod document_diagnostic;
pub(crate) mod workspace_diagnostic;

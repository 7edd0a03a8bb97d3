//! `workspace/symbol`

use crate::handlers::request_handler::{Params, RequestHandler, Response};
use crate::handlers::requests::navigation::document_symbol::{
    WorkspaceSymbolRequest, symbol_information,
};
use crate::handlers::retry_policy::{Priority, RetryPolicy};
use crate::request_error::ReadError;
use crate::snapshot::Snapshot;

pub(crate) struct WorkspaceSymbols;

impl RequestHandler for WorkspaceSymbols {
    type Request = WorkspaceSymbolRequest;
    const PRIORITY: Priority = Priority::Background;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let found = snapshot.analysis.workspace_symbols(&params.query)?;
        let mut symbols = Vec::new();
        for symbol in found {
            symbols.extend(symbol_information(
                snapshot,
                &symbol.name,
                symbol.kind,
                symbol.at,
                None,
            )?);
        }
        Ok(Some(symbols))
    }
}

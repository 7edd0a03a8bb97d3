//! `workspace/symbol`

use crate::handlers::request_handler::{
    Params, Priority, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};
use crate::handlers::requests::navigation::document_symbol::symbol_information;

pub(crate) struct WorkspaceSymbols;

/// The request with the one of its two answers that we give.
impl lsp::request::Request for WorkspaceSymbols {
    type Params = lsp::WorkspaceSymbolParams;
    type Result = Option<Vec<lsp::SymbolInformation>>;
    const METHOD: &'static str = "workspace/symbol";
}

impl RequestHandler for WorkspaceSymbols {
    type Request = Self;
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

//! `textDocument/documentSymbol`, `textDocument/foldingRange` and `workspace/symbol`

use puppet_ide::FileRange;
use puppet_ide::Symbol;
use puppet_ide::SymbolKind;
use puppet_vfs::FileId;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct DocumentSymbols;

impl RequestHandler for DocumentSymbols {
    type Request = lsp::request::DocumentSymbolRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let symbols = snapshot.analysis.document_symbols(file)?;
        if snapshot.client.nested_symbols {
            let nested = symbols
                .iter()
                .map(|symbol| nested_symbol(snapshot, file, symbol))
                .collect::<Result<_, _>>()?;
            return Ok(Some(lsp::DocumentSymbolResponse::Nested(nested)));
        }
        let mut flat = Vec::new();
        for symbol in &symbols {
            flatten(snapshot, file, symbol, None, &mut flat)?;
        }
        Ok(Some(lsp::DocumentSymbolResponse::Flat(flat)))
    }
}

#[expect(
    deprecated,
    reason = "the protocol's type has the old field beside the new one"
)]
pub(crate) fn nested_symbol(
    snapshot: &Snapshot,
    file: FileId,
    symbol: &Symbol,
) -> Result<lsp::DocumentSymbol, ReadError> {
    let children = symbol
        .children
        .iter()
        .map(|child| nested_symbol(snapshot, file, child))
        .collect::<Result<_, _>>()?;
    Ok(lsp::DocumentSymbol {
        name: symbol.name.clone(),
        detail: symbol.detail.clone(),
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: snapshot.range(file, symbol.full_range)?,
        selection_range: snapshot.range(file, symbol.focus_range)?,
        children: Some(children),
    })
}

pub(crate) fn flatten(
    snapshot: &Snapshot,
    file: FileId,
    symbol: &Symbol,
    container: Option<&str>,
    flat: &mut Vec<lsp::SymbolInformation>,
) -> Result<(), ReadError> {
    let at = FileRange {
        file,
        range: symbol.focus_range,
    };
    flat.extend(symbol_information(
        snapshot,
        &symbol.name,
        symbol.kind,
        at,
        container,
    )?);
    for child in &symbol.children {
        flatten(snapshot, file, child, Some(&symbol.name), flat)?;
    }
    Ok(())
}

#[expect(
    deprecated,
    reason = "the protocol's type has the old field beside the new one"
)]
pub(crate) fn symbol_information(
    snapshot: &Snapshot,
    name: &str,
    kind: SymbolKind,
    at: FileRange,
    container: Option<&str>,
) -> Result<Option<lsp::SymbolInformation>, ReadError> {
    Ok(snapshot
        .location(at)?
        .map(|location| lsp::SymbolInformation {
            name: name.to_owned(),
            kind: symbol_kind(kind),
            tags: None,
            deprecated: None,
            location,
            container_name: container.map(str::to_owned),
        }))
}

pub(crate) fn symbol_kind(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
        SymbolKind::Class => lsp::SymbolKind::CLASS,
        SymbolKind::DefinedType => lsp::SymbolKind::STRUCT,
        SymbolKind::Function => lsp::SymbolKind::FUNCTION,
        SymbolKind::Plan => lsp::SymbolKind::METHOD,
        SymbolKind::TypeAlias => lsp::SymbolKind::INTERFACE,
        SymbolKind::Node => lsp::SymbolKind::MODULE,
        SymbolKind::Parameter => lsp::SymbolKind::PROPERTY,
        SymbolKind::Variable => lsp::SymbolKind::VARIABLE,
        SymbolKind::Resource => lsp::SymbolKind::OBJECT,
        SymbolKind::Lambda => lsp::SymbolKind::FUNCTION,
        SymbolKind::Fact => lsp::SymbolKind::CONSTANT,
        SymbolKind::Key => lsp::SymbolKind::KEY,
    }
}

//! Symbols of files that name modules.

use puppet_db::{Db, File};

use crate::document_symbols::Symbol;
use puppet_ide_db::module_metadata::{NamedModule, named_in};
use puppet_ide_db::symbol_index::SymbolKind;

/// The modules that a file names, with their versions.
pub(crate) fn symbols(db: &dyn Db, file: File) -> Vec<Symbol> {
    let symbol = |named: NamedModule| {
        let (detail, end) = named.version.unzip();
        Symbol {
            name: named.name,
            detail,
            kind: SymbolKind::Key,
            full_range: named.range.cover(end.unwrap_or(named.range)),
            focus_range: named.range,
            children: Vec::new(),
        }
    };
    named_in(db, file).into_iter().map(symbol).collect()
}

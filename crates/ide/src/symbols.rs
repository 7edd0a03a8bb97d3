//! What files define.
use puppet_db::File;
use puppet_text::TextRange;

use crate::FileRange;
use crate::analysis::Context;

/// What a [`Symbol`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SymbolKind {
    Class,
    DefinedType,
    Function,
    Plan,
    TypeAlias,
    Node,
    Parameter,
    Variable,
    Resource,
}

/// Something that a file defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// A word or two beside the name: a type.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub full_range: TextRange,
    /// Its name.
    pub focus_range: TextRange,
    /// What it contains.
    pub children: Vec<Symbol>,
}

/// Something that the workspace defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// Its full name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Where its name stands.
    pub at: FileRange,
}

pub(crate) fn document_symbols(context: Context<'_>, file: File) -> Vec<Symbol> {
    let _ = (context, file);
    Vec::new()
}

pub(crate) fn workspace_symbols(context: Context<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let _ = (context, query);
    Vec::new()
}

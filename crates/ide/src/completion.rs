//! What could be written at a place.
use puppet_db::File;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;

/// What could be written at a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completion {
    /// The half-typed text that an item replaces.
    pub replace: TextRange,
    /// In no particular order: editors sort by [`CompletionItem::rank`] and label.
    pub items: Vec<CompletionItem>,
}

/// One proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    /// What the user sees.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A word or two beside the label: a type.
    pub detail: Option<String>,
    /// Markdown.
    pub documentation: Option<String>,
    /// What is inserted, if not the label.
    pub insert: Option<String>,
    /// What is inserted where `$1` is understood.
    pub snippet: Option<String>,
    /// Lower comes first; below 100.
    pub rank: u8,
}

/// What a [`CompletionItem`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CompletionKind {
    Class,
    DataType,
    TypeAlias,
    ResourceType,
    Function,
    Variable,
    Parameter,
    Keyword,
    Value,
}

pub(crate) fn completion(context: Context<'_>, file: File, offset: TextSize) -> Completion {
    let _ = (context, file, offset);
    Completion::default()
}

//! Completion items.

use puppet_ide_db::defs::AttributeOwner;
use puppet_text::TextRange;

use crate::resolve::{DocumentedKind, ResolveData};

/// The completion items at an offset.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completion {
    /// The incomplete text that an item replaces.
    pub replace: TextRange,
    /// The same with the rest of the word after the cursor.
    pub word: TextRange,
    /// Best first.
    pub items: Vec<CompletionItem>,
    /// There is more than this, which comes when more is typed.
    pub is_incomplete: bool,
    /// The word may be a complete name that nothing defines yet: a longer name of the list is not taken for it.
    pub may_be_new: bool,
}

/// One completion item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    /// What the user sees.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A word or two beside the label: a type.
    pub detail: Option<String>,
    /// What its documentation is about, which is read when it is asked for.
    pub documented: Option<ResolveData>,
    /// What is inserted, if not the label.
    pub insert: Option<String>,
    /// What is inserted instead of the label where `$1` is understood.
    pub snippet: Option<String>,
    /// Lower comes first; below 100.
    pub rank: u8,
    /// It should not be used any more.
    pub is_deprecated: bool,
    /// It is a fact, which no code around sets.
    pub is_fact: bool,
    /// What is inserted ends before a value that is known, so that the next list may open by itself.
    pub opens_values: bool,
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
    File,
    Namespace,
}

impl CompletionItem {
    /// An item with a label alone.
    pub fn new(label: impl Into<String>, kind: CompletionKind) -> Self {
        Self {
            label: label.into(),
            kind,
            detail: None,
            documented: None,
            insert: None,
            snippet: None,
            rank: 50,
            is_deprecated: false,
            is_fact: false,
            opens_values: false,
        }
    }

    /// Adds the detail beside the label.
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into()).filter(|detail: &String| !detail.is_empty());
        self
    }

    /// The documentation is that of what has this name.
    pub fn with_documentation_of(mut self, kind: DocumentedKind, name: impl Into<String>) -> Self {
        self.documented = Some(ResolveData::new(kind, name));
        self
    }

    /// The documentation is that of an attribute with the name of the label.
    pub fn with_attribute_documentation(mut self, of: &AttributeOwner) -> Self {
        self.documented = ResolveData::attribute(of, &*self.label);
        self
    }

    /// Sets the text that is inserted.
    pub fn insert(mut self, insert: impl Into<String>) -> Self {
        self.insert = Some(insert.into());
        self
    }

    /// Sets the snippet that is inserted.
    pub fn snippet(mut self, snippet: impl Into<String>) -> Self {
        self.snippet = Some(snippet.into());
        self
    }

    /// Sets the rank; lower comes first.
    pub fn rank(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// Marks that the list of values may open after the insertion.
    pub fn opens_values(mut self, opens_values: bool) -> Self {
        self.opens_values = opens_values;
        self
    }
}

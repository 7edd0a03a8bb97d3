//! A code action: a change that an editor offers, and its kind.

use puppet_text::TextRange;

use crate::source_change::SourceChange;

/// A change that is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as an order.
    pub title: String,
    /// What kind of change it is.
    pub kind: ActionKind,
    /// The change.
    pub change: SourceChange,
    /// The diagnostic that it fixes: its code and its range.
    pub fixes: Option<(&'static str, TextRange)>,
    /// The one that is usually wanted.
    pub is_preferred: bool,
    /// The assist that made it, by its id.
    pub assist: Option<&'static str>,
    /// The rule whose page it opens, by its code; it changes nothing then.
    pub explains: Option<&'static str>,
}

impl CodeAction {
    /// A change that fixes no diagnostic and is not preferred.
    pub fn new(title: impl Into<String>, kind: ActionKind, change: SourceChange) -> Self {
        Self {
            title: title.into(),
            kind,
            change,
            fixes: None,
            is_preferred: false,
            assist: None,
            explains: None,
        }
    }
}

/// What kind of change a [`CodeAction`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Fixes a diagnostic.
    QuickFix,
    /// Suppresses a diagnostic by a comment.
    Suppress,
    /// Opens the page of a rule.
    Explain,
    /// Extracts an expression or statements into a named definition.
    Extract,
    /// Inlines a definition at its usages.
    Inline,
    /// A rewrite that preserves behaviour.
    Rewrite,
    /// Applies all safe fixes of a file.
    FixAll,
}

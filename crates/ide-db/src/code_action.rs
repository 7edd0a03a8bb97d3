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

/// What kind of change a [`CodeAction`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Fixes a diagnostic.
    QuickFix,
    /// Suppresses a diagnostic by a comment.
    Suppress,
    /// Opens the page of a rule.
    Explain,
    /// Gives a part of the code a name.
    Extract,
    /// Puts a thing in the places of its name.
    Inline,
    /// Says the same in another way.
    Rewrite,
    /// Fixes everything in a file that has a safe fix.
    FixAll,
}

/// What a terminal says after `help:`, as an entry of a menu.
pub fn menu_title(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().to_string() + letters.as_str()
    })
}

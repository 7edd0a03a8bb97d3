//! The result of a fix handler, before the ranges of the edits are bound to files.

use puppet_db::{File, FilePlace};
use puppet_diagnostics::Safety;
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;

/// A diagnostic. Its message is for people: what fixes need to know is data.
pub type FileDiagnostic = puppet_diagnostics::Diagnostic<FilePlace>;

/// A change that fixes a diagnostic.
pub struct ProposedFix {
    /// The title, as an order.
    pub title: String,
    /// Whether the code behaves the same afterwards.
    pub safety: Safety,
    /// The file, if it is another one.
    pub file: Option<File>,
    /// The edits, in the order of the text.
    pub edits: Vec<TextEdit>,
}

impl ProposedFix {
    /// A fix that may change behaviour.
    pub fn unsafe_(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self {
            title: title.into(),
            safety: Safety::Unsafe,
            file: None,
            edits,
        }
    }

    /// A fix with a placeholder that the user has to replace.
    pub fn placeholder(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self {
            safety: Safety::Placeholder,
            ..Self::unsafe_(title, edits)
        }
    }

    /// A fix that keeps behaviour.
    pub fn safe(title: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        Self {
            safety: Safety::Safe,
            ..Self::unsafe_(title, edits)
        }
    }
}

/// Makes the fix of a diagnostic, if there is one.
pub type FixHandler = fn(&AssistContext<'_>, &FileDiagnostic) -> Option<ProposedFix>;

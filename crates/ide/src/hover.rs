//! What to say about the thing under the mouse.
use puppet_db::File;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;

/// The text of a hover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub range: TextRange,
    /// Puppet code: a declaration, a type.
    pub code: Vec<String>,
    /// Documentation in Markdown.
    pub documentation: Option<String>,
}

impl Hover {
    /// As Markdown: the code in fences.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut sections: Vec<String> = self
            .code
            .iter()
            .map(|code| format!("```puppet\n{code}\n```"))
            .collect();
        sections.extend(self.documentation.clone());
        sections.join("\n\n---\n\n")
    }

    /// Without markup.
    #[must_use]
    pub fn plain_text(&self) -> String {
        let mut sections = self.code.clone();
        sections.extend(self.documentation.clone());
        sections.join("\n\n")
    }
}

pub(crate) fn hover(context: Context<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let _ = (context, file, offset);
    None
}

//! What is wrong in a file.

use puppet_db::File;
use puppet_text::TextRange;

use crate::FileRange;
use crate::analysis::Context;

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Puppet will fail.
    Error,
    /// Probably not meant.
    Warning,
    /// Good to know.
    Info,
    /// Hardly visible.
    Hint,
}

/// Something wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub range: TextRange,
    /// How bad.
    pub severity: Severity,
    /// The name of the rule.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// Other places that explain it.
    pub related: Vec<RelatedPlace>,
}

/// Another place that explains a [`Diagnostic`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPlace {
    /// Where.
    pub at: FileRange,
    /// What is there.
    pub message: String,
}

pub(crate) fn diagnostics(context: Context<'_>, file: File) -> Vec<Diagnostic> {
    let _ = (context.db, context.files, file);
    Vec::new()
}

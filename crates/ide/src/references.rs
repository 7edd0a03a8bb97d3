//! Every place that means the same thing.
use puppet_db::File;
use puppet_text::TextSize;

use crate::FileRange;
use crate::analysis::Context;

/// A place that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where.
    pub at: FileRange,
    /// Whether it is the definition.
    pub is_declaration: bool,
    /// Whether it gives a value.
    pub is_write: bool,
}

pub(crate) fn references(context: Context<'_>, file: File, offset: TextSize) -> Vec<Reference> {
    let _ = (context, file, offset);
    Vec::new()
}

pub(crate) fn highlight(context: Context<'_>, file: File, offset: TextSize) -> Vec<Reference> {
    let _ = (context, file, offset);
    Vec::new()
}

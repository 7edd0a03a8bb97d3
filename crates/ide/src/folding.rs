//! What an editor can fold.
use puppet_db::File;
use puppet_text::TextRange;

use crate::analysis::Context;

/// A part of a file that can be folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// From the end of what stays visible.
    pub range: TextRange,
    /// What it is.
    pub kind: FoldKind,
}

/// What a [`Fold`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// Code.
    Code,
    /// Comment lines.
    Comment,
}

pub(crate) fn folding_ranges(context: Context<'_>, file: File) -> Vec<Fold> {
    let _ = (context, file);
    Vec::new()
}

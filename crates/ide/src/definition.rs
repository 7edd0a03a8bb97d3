//! Where the thing at a place is defined.
use puppet_db::File;
use puppet_text::{TextRange, TextSize};

use crate::NavigationTarget;
use crate::analysis::Context;

/// The places that define something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name that was asked about.
    pub origin: TextRange,
    /// Usually one.
    pub targets: Vec<NavigationTarget>,
}

pub(crate) fn definition(context: Context<'_>, file: File, offset: TextSize) -> Option<Definition> {
    let _ = (context, file, offset);
    None
}

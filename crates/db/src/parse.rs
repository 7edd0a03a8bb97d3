//! What is computed from the text of one file alone.

use puppet_text::LineIndex;

use crate::{Db, File};

/// Where the lines of a file begin.
#[salsa::tracked(lru = 128)]
pub fn line_index(db: &dyn Db, file: File) -> LineIndex {
    LineIndex::new(file.text(db))
}

//! A member of a structure.

use puppet_db::File;
use puppet_syntax::ast::{AstNode as _, Definition, HashEntry};
use puppet_text::TextRange;

use crate::syntax_ext;

/// A member of a structure, where its type declares it.
#[derive(Debug, Clone)]
pub struct Member {
    /// The file of the declaration.
    pub file: File,
    /// The entry of the `Struct`.
    pub entry: HashEntry,
    /// The name.
    pub name: String,
    /// Where the name stands, without quotes.
    pub range: TextRange,
}

impl Member {
    /// The definition in which it stands: mostly an alias.
    pub fn definition(&self) -> Option<Definition> {
        syntax_ext::enclosing_definition(self.entry.syntax())
    }
}

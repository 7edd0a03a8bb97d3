//! Generates the kinds of tokens and nodes, and the typed AST, from the tables of the syntax crate.

mod ast;
mod kinds;
mod table;

use anyhow::Result;

use crate::generated::Mode;

/// Writes (or checks) the generated files.
pub fn run(mode: Mode) -> Result<()> {
    let table = table::SyntaxTable::read()?;
    let grammar = ast::Grammar::read(&table)?;
    kinds::write(&table, &grammar, mode)?;
    ast::write(&table, &grammar, mode)
}

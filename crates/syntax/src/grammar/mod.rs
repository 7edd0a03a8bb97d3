//! Puppet's grammar, one file for each of its concepts.
//!
//! The rules follow Puppet's own parser in what they accept, and in the token at which they give up, which
//! [`Parser::unexpected`] and [`Parser::expected`] note at their first call. How they continue after that is ours: every
//! list and every block can resume, and reports one error for one mistake.

mod calls;
mod collections;
mod control;
mod definitions;
mod epp;
mod expressions;
mod first_sets;
mod lists;
mod missing_operand;
mod parsed;
mod resources;
mod statement_functions;
mod statements;
mod strings;
mod types;

pub use statement_functions::is_statement_function;

use crate::SyntaxKind::*;
use crate::parser::Parser;

/// A whole manifest.
pub(crate) fn manifest(p: &mut Parser<'_>) {
    let file = p.start();
    statements::source_file(p);
    file.complete(p, SOURCE_FILE);
}

/// A whole template.
pub(crate) fn template(p: &mut Parser<'_>) {
    let file = p.start();
    epp::parameters(p);
    statements::source_file(p);
    file.complete(p, EPP_TEMPLATE);
}

/// A lone type expression.
pub(crate) fn type_source(p: &mut Parser<'_>) {
    let file = p.start();
    if expressions::expression(p).is_none() {
        p.unexpected("a type");
    }
    if !p.at_end() {
        p.unexpected("the end of the type");
        let rest = p.start();
        while !p.at_end() {
            p.bump();
        }
        rest.complete(p, ERROR);
    }
    file.complete(p, TYPE_SOURCE);
}

//! The model of a file, separate from its positions.

use std::sync::Arc;

use puppet_hir::{Program, ProgramSourceMap, lower};

use crate::{Db, File, parse};

/// A model with the positions of its nodes. The model alone is compared with the one before, by [`program`].
#[salsa::tracked(returns(clone), lru = 128, no_eq)]
fn lowered(db: &dyn Db, file: File) -> (Arc<Program>, Arc<ProgramSourceMap>) {
    let parse = parse(db, file);
    let (program, map) = match db.recent_parses() {
        Some(recent) => recent.lower(file, parse),
        None => lower(parse),
    };
    (Arc::new(program), Arc::new(map))
}

/// The model of a manifest or template; an empty one for other kinds of files.
///
/// It has no positions: comments and white space do not change it.
#[salsa::tracked(returns(clone))]
pub fn program(db: &dyn Db, file: File) -> Arc<Program> {
    lowered(db, file).0
}

/// The positions of the nodes of a file's model.
pub fn source_map(db: &dyn Db, file: File) -> Arc<ProgramSourceMap> {
    lowered(db, file).1
}

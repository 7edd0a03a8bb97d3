//! The type of what stands at a place, for editors.

use puppet_db::{Db, File, program, source_map};
use puppet_text::TextRange;
use puppet_types::Type;

use crate::infer::infer;
use crate::item::Item;
use crate::names::Names;
use crate::owner::owner;

/// The inferred type of the expression that covers exactly this range; of several, the outermost.
#[must_use]
pub fn type_at(db: &dyn Db, file: File, range: TextRange) -> Option<Type> {
    let environment = owner(db, file)?.environment;
    let names = Names::new(db, environment, file);
    let program = program(db, file);
    let map = source_map(db, file);
    let mut found = None;
    for (id, body) in program.bodies() {
        for (expr, _) in body.exprs() {
            if map.expr(id, expr).is_some_and(|span| span.full == range) {
                found = Some((Item { file, body: id }, expr));
            }
        }
    }
    let (item, expr) = found?;
    Some(infer(db, environment, item).known(expr).ty(&names))
}

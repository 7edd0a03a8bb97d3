//! The assignments of the variables of a body, as they are at its end.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::infer::assignments::Assignments;
use crate::infer::call_depth::CallDepth;
use crate::infer::walk_of;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::name_resolver::NameResolver;

/// The variables of a body that several branches assign, or some branches only, as they are at its end.
#[salsa::tracked(returns(clone), cycle_result = assignments_in_circle)]
pub fn assignments_at_end(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Arc<FxHashMap<SmolStr, Arc<Assignments>>> {
    let body = body(db, item);
    let names = NameResolver::new(db, environment, item.file);
    let walk = walk_of(&names, &body, item, CallDepth::Everything);
    Arc::new(walk.scopes.assignments_by_name().collect())
}

fn assignments_in_circle(
    _db: &dyn Db,
    _id: salsa::Id,
    _environment: Environment,
    _item: Item,
) -> Arc<FxHashMap<SmolStr, Arc<Assignments>>> {
    Arc::default()
}

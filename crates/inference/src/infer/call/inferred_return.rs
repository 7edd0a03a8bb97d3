//! Return types of functions of the Puppet language that declare none.

use puppet_db::{Db, Environment};

use crate::infer::call_depth::CallDepth;
use crate::infer::infer_whole;
use puppet_hir::Call;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// What is known of the result of a function, from its body alone: what other functions of the Puppet language give to
/// it is not looked at, so that functions may call each other. Nothing is known where it depends on itself in another
/// way: by the variables of a class that calls it.
#[salsa::tracked(returns(clone), cycle_result = returned_in_circle)]
pub(super) fn inferred_return(db: &dyn Db, environment: Environment, item: Item) -> Inferred {
    let body = body(db, item);
    let Some(root) = body.root() else {
        return Inferred::UNDEF;
    };
    let inference = infer_whole(db, environment, item, CallDepth::Declarations);
    let mut all = vec![inference.known(root).clone()];
    for (id, _) in body.exprs() {
        let Some(call) = Call::from_expr(&body, id)
            .filter(|call| matches!(call.name, Some("return" | "next")))
            .filter(|_| !inference.is_unreachable(id))
        else {
            continue;
        };
        all.push(match call.arguments.first() {
            Some(value) => inference.known(*value).clone(),
            None => Inferred::UNDEF,
        });
    }
    Inferred::union(&NameResolver::new(db, environment, item.file), &all)
}

fn returned_in_circle(
    _db: &dyn Db,
    _id: salsa::Id,
    _environment: Environment,
    _item: Item,
) -> Inferred {
    Inferred::UNKNOWN
}

//! Return types of functions of the Puppet language that declare none.

use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Expr, ExprId};

use crate::infer::builder::InferenceBuilder;
use crate::infer::call_depth::CallDepth;
use crate::infer::call_site::{Argument, run_with};
use crate::infer::infer_whole;
use crate::infer::inference::Inference;
use puppet_hir::Call;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// Longer bodies are not inferred for each kind of arguments.
const MAX_LENGTH: usize = 200;

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
    returned(
        &NameResolver::new(db, environment, item.file),
        &body,
        root,
        &inference,
    )
}

/// What is known of the result of a function for these arguments, from its body alone; nothing for a long body.
#[salsa::tracked(returns(clone), lru = 256, cycle_result = returned_for_in_circle)]
pub(super) fn returned_for(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    arguments: Arc<[Argument]>,
) -> Inferred {
    let body = body(db, item);
    let Some(root) = body.root().filter(|_| body.len() <= MAX_LENGTH) else {
        return Inferred::UNKNOWN;
    };
    let names = NameResolver::new(db, environment, item.file);
    let mut walk = InferenceBuilder::new(&names, &body, CallDepth::Declarations);
    run_with(&mut walk, &body, item, &arguments);
    returned(&names, &body, root, &Inference::new(walk.finish()))
}

/// The values at the end of a function and of its `return`s.
fn returned(
    names: &NameResolver<'_>,
    body: &Body,
    root: ExprId,
    inference: &Inference,
) -> Inferred {
    let end = match body.expr(root) {
        Expr::Block(statements) => statements.last().copied().unwrap_or(root),
        _ => root,
    };
    let mut all = Vec::new();
    if !inference.is_unreachable(end) {
        all.push(inference.result(root).clone());
    }
    for (id, _) in body.exprs() {
        let Some(call) = Call::from_expr(body, id)
            .filter(|call| matches!(call.name, Some("return" | "next")))
            .filter(|_| !inference.is_unreachable(id))
        else {
            continue;
        };
        all.push(match call.arguments.first() {
            Some(value) => inference.result(*value).clone(),
            None => Inferred::UNDEF,
        });
    }
    Inferred::union(names, &all)
}

fn returned_in_circle(
    _db: &dyn Db,
    _id: salsa::Id,
    _environment: Environment,
    _item: Item,
) -> Inferred {
    Inferred::UNKNOWN
}

fn returned_for_in_circle(
    _db: &dyn Db,
    _id: salsa::Id,
    _environment: Environment,
    _item: Item,
    _arguments: Arc<[Argument]>,
) -> Inferred {
    Inferred::UNKNOWN
}

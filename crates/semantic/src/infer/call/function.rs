//! Calls of functions by their names.

use puppet_hir::model::ExprId;
use puppet_types::Type;

use super::{Call, constant, lambda, results};
use crate::callables::{Callables, Callee, callee, is_core_function};
use crate::infer::known::Known;
use crate::infer::walk::Walk;
use crate::mismatch::mismatch;

pub(super) fn infer(walk: &mut Walk<'_>, id: ExprId, call: &Call<'_>, name: &str) -> Known {
    match name {
        "next" => lambda::note_next(walk, call),
        "break" => walk.end_iteration(),
        _ => {}
    }
    let names = walk.names;
    let Callee::Known(callables) = callee(names.db(), names.environment(), names.file(), name)
    else {
        return Known::UNKNOWN;
    };
    if call.is_unfolded(walk.body) {
        return declared(walk, call, &callables, false);
    }
    let is_core = callables.item.is_none() && is_core_function(name);
    if is_core && let Some(known) = constant::evaluate(walk, id, call, name) {
        return known;
    }
    if is_core && let Some(known) = results::of(walk, id, call, name) {
        return known;
    }
    declared(walk, call, &callables, true)
}

/// What a function declares to return: of all the ways to call it that may be meant.
fn declared(walk: &Walk<'_>, call: &Call<'_>, callables: &Callables, is_counted: bool) -> Known {
    let names = walk.names;
    let mut returns = Vec::new();
    for overload in &callables.overloads {
        let accepts = |(index, argument): (usize, &ExprId)| {
            let expected = overload
                .callable
                .params
                .as_ref()
                .and_then(|params| params.type_at(index));
            expected.is_some_and(|ty| mismatch(names, "", ty, walk.known(*argument)).is_none())
        };
        if !is_counted || call.arguments.iter().enumerate().all(accepts) {
            returns.push(match &overload.callable.returns {
                None | Some(Type::Any) => return Known::UNKNOWN,
                Some(ty) => Known::Type(ty.clone()),
            });
        }
    }
    Known::union(names, &returns)
}

//! Results of calls.
//!
//! A call with constant arguments is evaluated ([`const_eval`], [`instance`], [`const_iteration`]). The result of any
//! other follows from a rule for the function ([`builtin_returns`], [`stdlib_returns`]), from its body
//! ([`inferred_return`]), or from its declaration ([`function`]).

pub mod builtin_returns;
pub mod const_eval;
pub mod const_iteration;
pub(crate) mod defined;
pub(crate) mod dig;
pub mod function;
pub mod inferred_return;
pub mod instance;
pub mod lambda;
pub mod lambda_arguments;
pub mod lambda_frame;
pub mod reduce_memo;
pub mod stdlib_returns;

use puppet_hir::{Call, ExprId};
use puppet_types::{Membership, Relate, Type};

use crate::infer::builder::InferenceBuilder;
pub(super) use lambda::bind_parameters;
pub use lambda::lambda_type;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// Whether the receiver of a method call has a member of the name that is called, which hides all functions.
pub fn membership(
    call: &Call<'_>,
    names: &NameResolver<'_>,
    known: impl Fn(ExprId) -> Type,
) -> Membership {
    match (call.name, call.arguments.first()) {
        (Some(name), Some(receiver)) if call.is_method => {
            Relate::new(names).membership(&known(*receiver), name)
        }
        _ => Membership::None,
    }
}

pub(super) fn infer(walk: &mut InferenceBuilder<'_>, id: ExprId) -> Inferred {
    let Some(call) = Call::from_expr(walk.body, id) else {
        return Inferred::UNKNOWN;
    };
    if call.instantiated().is_some() {
        return instance::infer(walk, id, &call);
    }
    let is_member = membership(&call, walk.names, |it| walk.result(it).ty(walk.names));
    match call.name {
        Some(_) if is_member == Membership::All => Inferred::UNKNOWN,
        Some(name) => function::infer(walk, id, &call, name),
        None => Inferred::UNKNOWN,
    }
}

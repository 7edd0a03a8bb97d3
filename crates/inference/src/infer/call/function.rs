//! Calls of functions by their names.

use puppet_hir::model::ExprId;
use puppet_library::Library;
use puppet_types::{Signature, Type, Value};
use smol_str::SmolStr;

use super::{const_iteration, lambda};
use crate::functions::callable::{CallableSet, Callee, callee, is_core_function};
use crate::functions::item_signature::{ParameterSignature, signature};
use crate::infer::builder::InferenceBuilder;
use crate::infer::call::inferred_return::{inferred_return, returned_for};
use crate::infer::call::{builtin_returns, const_eval, stdlib_returns};
use crate::infer::call_depth::CallDepth;
use crate::infer::call_site::Argument;
use crate::infer::possible_values::string_values;
use puppet_hir::Call;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::ruby::plugins::{PluginKind, plugin};
use puppet_semantic::types::mismatch::is_mismatch;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, fit};
use puppet_types::inferred::set_theoretic::intersect;

/// So many texts are looked at one by one.
const MAX_CHOICES: usize = 16;

pub(super) fn infer(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
) -> Inferred {
    match name {
        "next" => lambda::note_next(walk, call),
        "break" => walk.end_iteration(),
        _ => {}
    }
    if name == "call" {
        return by_name(walk, id, call);
    }
    let is_core = is_core_function(name);
    if !is_core && walk.reach == CallDepth::Nothing {
        return Inferred::UNKNOWN;
    }
    let names = walk.names;
    let is_unfolded = call.is_unfolded(walk.body);
    if !is_core
        && !is_unfolded
        && is_of_stdlib(names, name)
        && let Some(known) = stdlib_returns::stdlib_return(walk, id, call, name)
    {
        return known;
    }
    let Callee::Known(callables) = callee(names.db(), names.environment(), names.file(), name)
    else {
        return Inferred::UNKNOWN;
    };
    if let Some(item) = callables.item {
        return of_item(walk, call, &callables, item);
    }
    if is_unfolded {
        return declared(walk, call, &callables, false);
    }
    if is_core && let Some(known) = const_eval::evaluate(walk, id, call, name) {
        return known;
    }
    if is_core && let Some(known) = const_iteration::evaluate(walk, id, call, name) {
        return known;
    }
    if is_core && let Some(known) = builtin_returns::builtin_return(walk, id, call, name) {
        return known;
    }
    declared(walk, call, &callables, true)
}

/// `call('name', argument, …)`.
fn by_name(walk: &mut InferenceBuilder<'_>, id: ExprId, call: &Call<'_>) -> Inferred {
    let Some((name, arguments)) = call.arguments.split_first() else {
        return Inferred::UNKNOWN;
    };
    let Some(Value::String(name)) = walk.result(*name).value().cloned() else {
        return Inferred::UNKNOWN;
    };
    if call.is_unfolded(walk.body) || name == "call" {
        return Inferred::UNKNOWN;
    }
    let called = Call {
        functor: call.functor,
        arguments: arguments.to_vec(),
        lambda: call.lambda,
        name: Some(&name),
        is_method: false,
    };
    infer(walk, id, &called, &name)
}

/// Whether a function is that of the module `stdlib`, on disk or, if no module on disk has one, in the library.
fn is_of_stdlib(names: &NameResolver<'_>, name: &str) -> bool {
    match defining_module(names, name) {
        Some(module) => module == "stdlib",
        None => Library.module_function("stdlib", name).is_some(),
    }
}

/// The name of the module whose Ruby code has the function.
fn defining_module(names: &NameResolver<'_>, name: &str) -> Option<SmolStr> {
    let (db, environment) = (names.db(), names.environment());
    let file = plugin(db, environment, PluginKind::Function, name)
        .or_else(|| plugin(db, environment, PluginKind::LegacyFunction, name))?;
    let module = owner(db, file)?.module?;
    Some(SmolStr::from(&**module.name(db)))
}

/// What a function in the Puppet language declares to return, or what its body gives.
fn of_item(
    walk: &InferenceBuilder<'_>,
    call: &Call<'_>,
    callables: &CallableSet,
    item: Item,
) -> Inferred {
    let is_declared = callables
        .overloads
        .iter()
        .any(|overload| overload.callable.returns.is_some());
    let general = match is_declared || walk.reach != CallDepth::Everything {
        true => declared(walk, call, callables, false),
        false => inferred_return(walk.names.db(), walk.names.environment(), item),
    };
    // A part of what is not known in general would seem to be declared.
    if general.is_unknown() {
        return general;
    }
    let exact = of_arguments(walk, call, item);
    let exact = exact.and_then(|it| intersect(walk.names, &it, &general.ty(walk.names)));
    exact.unwrap_or(general)
}

/// What a function in the Puppet language gives for the arguments of a call, one by one for a text that is one of a few;
/// `None` where they tell no more than what it declares.
fn of_arguments(walk: &InferenceBuilder<'_>, call: &Call<'_>, item: Item) -> Option<Inferred> {
    let (names, arguments) = (walk.names, &call.arguments);
    let (db, environment) = (names.db(), names.environment());
    let parameters = &signature(db, environment, item).parameters;
    let tells = |(parameter, argument): (&ParameterSignature, &ExprId)| {
        let known = walk.result(*argument);
        !known.is_unknown() && *known != Inferred::Type(parameter.ty.clone())
    };
    let choice = arguments.iter().enumerate().find_map(|(index, argument)| {
        let values = string_values(names, walk.result(*argument))?;
        (2..=MAX_CHOICES)
            .contains(&values.len())
            .then_some((index, values))
    });
    if walk.reach != CallDepth::Everything
        || call.is_unfolded(walk.body)
        || arguments.len() > parameters.len()
        || parameters.iter().any(|it| it.captures_rest)
        || choice.is_none() && !parameters.iter().zip(arguments).any(tells)
    {
        return None;
    }
    let given = |argument: &ExprId| Argument::Given(walk.result(*argument).clone());
    let mut given: Vec<Argument> = arguments.iter().map(given).collect();
    given.resize(parameters.len(), Argument::Default);
    let Some((index, values)) = choice else {
        return Some(returned_for(db, environment, item, given.into()));
    };
    let results = values.into_iter().map(|value| {
        let mut given = given.clone();
        given[index] = Argument::Given(Inferred::Value(Value::String(value)));
        returned_for(db, environment, item, given.into())
    });
    Some(Inferred::union(names, &results.collect::<Vec<_>>()))
}

/// The declared results of the signatures that may accept a call, up to the first one that certainly does.
fn declared(
    walk: &InferenceBuilder<'_>,
    call: &Call<'_>,
    callables: &CallableSet,
    is_counted: bool,
) -> Inferred {
    let names = walk.names;
    let mut returns: Vec<Inferred> = Vec::new();
    for overload in &callables.overloads {
        let acceptance = match is_counted {
            true => acceptance(walk, call, overload),
            false => Some(false),
        };
        let Some(is_certain) = acceptance else {
            continue;
        };
        match &overload.callable.returns {
            None | Some(Type::Any) => return Inferred::UNKNOWN,
            Some(ty) => returns.push(Inferred::Type(ty.clone())),
        }
        if is_certain {
            break;
        }
    }
    Inferred::union(names, &returns)
}

/// Whether a signature may accept the arguments of a call, and whether it certainly does.
fn acceptance(walk: &InferenceBuilder<'_>, call: &Call<'_>, overload: &Signature) -> Option<bool> {
    let callable = &overload.callable;
    let mut is_certain = match &callable.block {
        None | Some(Type::Optional(_)) => call.lambda.is_none(),
        Some(_) => false,
    };
    for (index, argument) in call.arguments.iter().enumerate() {
        let expected = callable.params.as_ref()?.type_at(index)?;
        let known = walk.result(*argument);
        if is_mismatch(walk.names, expected, known) {
            return None;
        }
        is_certain &= !known.is_unknown() && fit(walk.names, expected, known) == Fit::Always;
    }
    let count = i64::try_from(call.arguments.len()).ok()?;
    let params = callable.params.as_ref();
    is_certain &= params.is_none_or(|params| params.size_range().contains(&count));
    Some(is_certain)
}

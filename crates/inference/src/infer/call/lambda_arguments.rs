//! The arguments that functions hand to their lambdas.

use super::{instance, reduce_memo};
use crate::functions::callable::is_core_function;
use crate::infer::builder::InferenceBuilder;
use crate::infer::call::lambda::LambdaArity;
use crate::infer::call::lambda_frame::LambdaArguments;
use puppet_hir::Call;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::{Elements, elements};
use puppet_types::inferred::set_theoretic::subtract;
use puppet_types::{Range, Type, TypeContext, Value};

/// What a call hands to its lambda, by the rules of Puppet's own functions.
pub(super) fn lambda_arguments(
    walk: &InferenceBuilder<'_>,
    call: &Call<'_>,
    takes: LambdaArity,
) -> Option<LambdaArguments> {
    let names = walk.names;
    if let Some((ty, _)) = call.instantiated() {
        let Some(Value::Type(ty)) = walk.result(ty).value() else {
            return None;
        };
        return Some(LambdaArguments::once(vec![instance::instance_of(walk, ty)]));
    }
    let name = call.name.filter(|name| is_core_function(name))?;
    let argument = |index: usize| call.arguments.get(index).map(|it| walk.result(*it));
    let iterated = || elements(names, argument(0)?);
    match name {
        "all" | "any" | "each" | "filter" | "map" => iteration(names, &iterated()?, takes, true),
        "index" => index(names, &iterated()?, takes),
        "group_by" | "partition" => iteration(names, &iterated()?, takes, false),
        "reverse_each" | "step" | "unique" => {
            let elements = iterated()?;
            let first = match name {
                "reverse_each" => None,
                _ => elements.first_single(names).map(|first| vec![first]),
            };
            Some(LambdaArguments {
                arguments: vec![elements.single().clone()],
                first,
            })
        }
        "sort" | "max" | "min" if call.arguments.len() == 1 => {
            let value = iterated()?.value;
            Some(LambdaArguments {
                arguments: vec![value.clone(), value],
                first: None,
            })
        }
        "slice" => slice(names, &iterated()?, argument(1)?, takes),
        "reduce" => reduce(walk, call, &iterated()?),
        "with" => Some(LambdaArguments::once(
            call.arguments
                .iter()
                .map(|it| walk.result(*it).clone())
                .collect(),
        )),
        "then" => then(names, argument(0)?),
        "lest" => Some(LambdaArguments {
            arguments: Vec::new(),
            first: None,
        }),
        _ => None,
    }
}

/// Iteration over elements: with one parameter, or with two (the index or key before).
fn iteration(
    context: &dyn TypeContext,
    elements: &Elements,
    takes: LambdaArity,
    prefers_two: bool,
) -> Option<LambdaArguments> {
    let takes_two = takes.accepts(2) && (prefers_two || !takes.accepts(1));
    if takes_two {
        return Some(LambdaArguments {
            arguments: vec![elements.key.clone(), elements.value.clone()],
            first: elements
                .first
                .as_ref()
                .map(|(key, value)| vec![key.clone(), value.clone()]),
        });
    }
    takes.accepts(1).then(|| LambdaArguments {
        arguments: vec![elements.single().clone()],
        first: elements.first_single(context).map(|first| vec![first]),
    })
}

/// `index` gives a lambda with one parameter the value of an entry, where all others give it the pair
/// (`index_Hash_1` of `Puppet::Functions`).
fn index(
    context: &dyn TypeContext,
    elements: &Elements,
    takes: LambdaArity,
) -> Option<LambdaArguments> {
    if takes.accepts(2) {
        return iteration(context, elements, takes, true);
    }
    let first = elements.first.as_ref();
    takes.accepts(1).then(|| LambdaArguments {
        arguments: vec![elements.value.clone()],
        first: first.map(|(_, value)| vec![value.clone()]),
    })
}

/// Slices are arrays; a lambda with as many parameters as a slice has elements gets them one by one.
fn slice(
    context: &dyn TypeContext,
    elements: &Elements,
    size: &Inferred,
    takes: LambdaArity,
) -> Option<LambdaArguments> {
    let Some(Value::Integer(size)) = size.value() else {
        return None;
    };
    let count = usize::try_from(*size).ok().filter(|size| *size <= 16)?;
    let element = elements.single().clone();
    if takes.least == 1 && takes.most == Some(1) {
        let ty = match element.is_unknown() {
            true => Type::Unknown,
            false => element.ty(context),
        };
        let size = Range::new(Some(1), Some(*size))?;
        return Some(LambdaArguments {
            arguments: vec![Inferred::Type(Type::array_of(ty, size))],
            first: None,
        });
    }
    // The last slice may be shorter: its missing elements are undef.
    let is_even = |len: i64| len % *size == 0;
    let fits = elements.size.lower_bound() == elements.size.upper_bound()
        && elements.size.lower_bound().copied().is_some_and(is_even);
    let element = match fits {
        true => element,
        false => Inferred::union(context, [&element, &Inferred::UNDEF]),
    };
    (takes.accepts(count)).then(|| LambdaArguments {
        arguments: vec![element; count],
        first: None,
    })
}

/// The memo, and an element.
fn reduce(
    walk: &InferenceBuilder<'_>,
    call: &Call<'_>,
    elements: &Elements,
) -> Option<LambdaArguments> {
    let context = walk.names;
    let memo = call.arguments.get(1).map(|it| walk.result(*it));
    let element = elements.single().clone();
    let first = match (memo, elements.is_never_empty()) {
        (Some(memo), true) => Some(vec![
            memo.clone(),
            elements
                .first_single(context)
                .unwrap_or_else(|| element.clone()),
        ]),
        (None, _) if elements.size.min_size() > 1 => {
            let memo = elements.first_single(context);
            Some(vec![memo.unwrap_or(Inferred::UNKNOWN), element.clone()])
        }
        _ => None,
    };
    Some(LambdaArguments {
        arguments: vec![reduce_memo::memo(walk, call, elements), element],
        first,
    })
}

/// `then` calls its lambda unless the value is undef.
fn then(context: &dyn TypeContext, value: &Inferred) -> Option<LambdaArguments> {
    let given = subtract(context, value, &Type::Undef)?;
    Some(match value {
        Inferred::Value(_) => LambdaArguments::once(vec![given]),
        Inferred::Type(_) => LambdaArguments {
            arguments: vec![given],
            first: None,
        },
    })
}

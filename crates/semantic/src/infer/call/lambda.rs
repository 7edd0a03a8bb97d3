//! Lambdas: their types, what functions hand to them, and what they give back.

use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::{
    CallableType, IntegerRange, Range, Relate, TupleType, Type, TypeContext, Value,
};

use super::instance;
use crate::functions::callable::is_core_function;
use crate::functions::item_signature::has_nothing_to_describe;
use crate::infer::builder::{InferenceBuilder, declared_type};
use crate::infer::call::iterable::{Elements, elements};
use crate::infer::call::lambda_frame::LambdaArguments;
use crate::infer::inference::Inference;
use crate::infer::inferred::Inferred;
use crate::infer::narrow::set_theoretic::subtract;
use puppet_hir::Call;

/// The value of a lambda that is ended with `next`.
pub(super) fn note_next(walk: &mut InferenceBuilder<'_>, call: &Call<'_>) {
    let value = match call.arguments.first() {
        Some(value) => walk.known(*value).clone(),
        None => Inferred::UNDEF,
    };
    walk.end_lambda(value);
}

/// Binds the parameters of a lambda to what the function hands to them.
pub(in crate::infer) fn bind_parameters(walk: &mut InferenceBuilder<'_>, lambda: ExprId) {
    let body = walk.body;
    let Expr::Lambda { parameters, .. } = body.expr(lambda) else {
        return;
    };
    let is_template = body.root() == Some(lambda);
    let passed = walk
        .call_of_lambda(lambda)
        .and_then(|id| Call::from_expr(body, id))
        .filter(|call| !call.is_unfolded(body))
        .and_then(|call| passed(walk, &call, LambdaArity::of(parameters)));
    for (index, parameter) in parameters.iter().enumerate() {
        let declared = parameter
            .type_expr
            .map_or(Inferred::UNKNOWN, |ty| declared_type(walk.known(ty)));
        let declared = match declared {
            Inferred::Type(ty) if is_template && has_nothing_to_describe(&ty) => Inferred::UNKNOWN,
            declared => declared,
        };
        match &passed {
            Some(passed) => {
                let known = bound(walk, parameter, &declared, &passed.arguments, index);
                walk.bind_known(parameter, known);
            }
            None => walk.bind_parameter(parameter, declared),
        }
    }
    if let Some(passed) = passed {
        walk.note_passed(lambda, passed);
    }
}

/// What is known of a parameter that gets its argument from known ones.
fn bound(
    walk: &InferenceBuilder<'_>,
    parameter: &Parameter,
    declared: &Inferred,
    arguments: &[Inferred],
    index: usize,
) -> Inferred {
    if parameter.captures_rest {
        let rest = arguments.get(index..).unwrap_or_default();
        let types: Vec<Type> = rest.iter().map(|known| known.ty(walk.names)).collect();
        return match types.is_empty() {
            true if parameter.value.is_some() => Inferred::UNKNOWN,
            true => Inferred::Type(Type::empty_array()),
            false => Inferred::Type(Type::tuple_of(types, IntegerRange::UNBOUNDED)),
        };
    }
    match (arguments.get(index), parameter.value) {
        (Some(argument), _) => narrowed(walk.names, declared, argument),
        (None, Some(default)) => walk.known(default).clone(),
        (None, None) => declared.clone(),
    }
}

/// An argument that was accepted where a type is declared.
fn narrowed(context: &dyn TypeContext, declared: &Inferred, argument: &Inferred) -> Inferred {
    let Inferred::Type(declared) = declared else {
        return argument.clone();
    };
    if argument.is_unknown() {
        return match declared {
            Type::Any => Inferred::UNKNOWN,
            declared => Inferred::Type(declared.clone()),
        };
    }
    if matches!(argument, Inferred::Value(_)) || matches!(declared, Type::Any | Type::Unknown) {
        return argument.clone();
    }
    let relate = Relate::new(context);
    match relate.assignable(declared, &argument.ty(context)) {
        true => argument.clone(),
        false => Inferred::Type(declared.clone()),
    }
}

/// How many arguments a lambda takes.
#[derive(Debug, Clone, Copy)]
struct LambdaArity {
    least: usize,
    most: Option<usize>,
}

impl LambdaArity {
    fn of(parameters: &[Parameter]) -> Self {
        let is_required = |it: &&Parameter| it.value.is_none() && !it.captures_rest;
        let takes_rest = parameters.iter().any(|it| it.captures_rest);
        Self {
            least: parameters.iter().filter(is_required).count(),
            most: (!takes_rest).then_some(parameters.len()),
        }
    }

    fn accepts(self, count: usize) -> bool {
        self.least <= count && self.most.is_none_or(|most| count <= most)
    }
}

/// What a call hands to its lambda, by the rules of Puppet's own functions.
fn passed(
    walk: &InferenceBuilder<'_>,
    call: &Call<'_>,
    takes: LambdaArity,
) -> Option<LambdaArguments> {
    let names = walk.names;
    if let Some((ty, _)) = call.instantiated() {
        let Some(Value::Type(ty)) = walk.known(ty).value() else {
            return None;
        };
        return Some(LambdaArguments::once(vec![instance::instance_of(walk, ty)]));
    }
    let name = call.name.filter(|name| is_core_function(name))?;
    let argument = |index: usize| call.arguments.get(index).map(|it| walk.known(*it));
    let iterated = || elements(names, argument(0)?);
    match name {
        "all" | "any" | "each" | "filter" | "index" | "map" => {
            iteration(names, &iterated()?, takes, true)
        }
        "group_by" | "partition" => iteration(names, &iterated()?, takes, false),
        "reverse_each" | "step" | "unique" => {
            let elements = iterated()?;
            let first = match name {
                "reverse_each" => None,
                _ => elements.first_single(names).map(|first| vec![first]),
            };
            Some(LambdaArguments {
                arguments: vec![elements.single(names)],
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
        "reduce" => reduce(names, &iterated()?, argument(1)),
        "with" => Some(LambdaArguments::once(
            call.arguments
                .iter()
                .map(|it| walk.known(*it).clone())
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
        arguments: vec![elements.single(context)],
        first: elements.first_single(context).map(|first| vec![first]),
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
    let element = elements.single(context);
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

/// The memo is what the lambda gave before: known in the first call only.
fn reduce(
    context: &dyn TypeContext,
    elements: &Elements,
    memo: Option<&Inferred>,
) -> Option<LambdaArguments> {
    let element = elements.single(context);
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
        arguments: vec![Inferred::UNKNOWN, element],
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

/// The type of a lambda, as the function that gets it sees it.
pub fn lambda_type(body: &puppet_hir::Body, inference: &Inference, lambda: ExprId) -> Type {
    let Expr::Lambda { parameters, .. } = body.expr(lambda) else {
        return Type::CALLABLE;
    };
    let mut types = Vec::with_capacity(parameters.len());
    let (mut least, mut takes_more) = (0, false);
    for parameter in parameters {
        let declared = parameter
            .type_expr
            .map(|ty| declared_type(inference.known(ty)));
        types.push(match declared {
            Some(Inferred::Type(Type::Array(array))) if parameter.captures_rest => {
                array.element.clone()
            }
            Some(Inferred::Type(ty)) => ty,
            Some(Inferred::Value(_)) => Type::Unknown,
            None => Type::Any,
        });
        least += i64::from(parameter.value.is_none() && !parameter.captures_rest);
        takes_more |= parameter.captures_rest;
    }
    let most = if takes_more {
        None
    } else {
        i64::try_from(types.len()).ok()
    };
    let size = Range::new(Some(least), most).unwrap_or(Range::UNBOUNDED);
    Type::callable_of(CallableType::new(
        Some(TupleType::new(types, size)),
        None,
        None,
    ))
}

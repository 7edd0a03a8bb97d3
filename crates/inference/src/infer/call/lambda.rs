//! Lambdas: their types, what functions hand to them, and what they give back.

use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::{CallableType, IntegerRange, Range, TupleType, Type, TypeContext};

use crate::functions::item_signature::has_nothing_to_describe;
use crate::infer::builder::{InferenceBuilder, declared_type};
use crate::infer::call::lambda_arguments::lambda_arguments;
use crate::infer::inference::Inference;
use puppet_hir::Call;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::intersect;

/// The value of a lambda that is ended with `next`.
pub(super) fn note_next(walk: &mut InferenceBuilder<'_>, call: &Call<'_>) {
    let value = match call.arguments.first() {
        Some(value) => walk.result(*value).clone(),
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
        .and_then(|call| lambda_arguments(walk, &call, LambdaArity::new(parameters)));
    for (index, parameter) in parameters.iter().enumerate() {
        let declared = parameter
            .type_expr
            .map_or(Inferred::UNKNOWN, |ty| declared_type(walk.result(ty)));
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
        (None, Some(default)) => walk.result(default).clone(),
        (None, None) => declared.clone(),
    }
}

/// An argument that was accepted where a type is declared.
fn narrowed(context: &dyn TypeContext, declared: &Inferred, argument: &Inferred) -> Inferred {
    match declared {
        Inferred::Type(Type::Any | Type::Unknown) | Inferred::Value(_) => argument.clone(),
        Inferred::Type(ty) => intersect(context, argument, ty).unwrap_or_else(|| declared.clone()),
    }
}

/// How many arguments a lambda takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct LambdaArity {
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

impl LambdaArity {
    pub(super) fn new(parameters: &[Parameter]) -> Self {
        let is_required = |it: &&Parameter| it.value.is_none() && !it.captures_rest;
        let takes_rest = parameters.iter().any(|it| it.captures_rest);
        Self {
            least: parameters.iter().filter(is_required).count(),
            most: (!takes_rest).then_some(parameters.len()),
        }
    }

    pub(super) fn accepts(self, count: usize) -> bool {
        self.least <= count && self.most.is_none_or(|most| count <= most)
    }
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
            .map(|ty| declared_type(inference.result(ty)));
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

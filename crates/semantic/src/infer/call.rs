//! What calls evaluate to.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::{CallableType, Range, TupleType, Type, Value};

use super::Inference;
use super::known::Known;
use super::walk::{Walk, declared_type};
use crate::callables::{Callee, callee};
use crate::mismatch::mismatch;

/// A call, whichever way it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call<'a> {
    /// What is called: a name, a type, or anything else.
    pub functor: ExprId,
    /// The arguments, the receiver of `x.f` first.
    pub arguments: Vec<ExprId>,
    /// The lambda.
    pub lambda: Option<ExprId>,
    /// The name of the function, if it is one.
    pub name: Option<&'a str>,
}

impl<'a> Call<'a> {
    /// The call that an expression is.
    pub(crate) fn of(body: &'a puppet_hir::Body, id: ExprId) -> Option<Self> {
        let (functor, receiver, arguments, lambda) = match body.expr(id) {
            Expr::CallNamedFunction {
                functor,
                arguments,
                lambda,
                ..
            } => (*functor, None, arguments, *lambda),
            Expr::CallMethod {
                functor,
                arguments,
                lambda,
                ..
            } => match body.expr(*functor) {
                Expr::NamedAccess { left, right } => (*right, Some(*left), arguments, *lambda),
                _ => return None,
            },
            _ => return None,
        };
        let name = match body.expr(functor) {
            Expr::QualifiedName(name) => Some(name.strip_prefix("::").unwrap_or(name)),
            _ => None,
        };
        Some(Self {
            functor,
            arguments: receiver
                .into_iter()
                .chain(arguments.iter().copied())
                .collect(),
            lambda,
            name,
        })
    }
}

pub(super) fn infer(walk: &Walk<'_>, id: ExprId) -> Known {
    let Some(call) = Call::of(walk.body, id) else {
        return Known::UNKNOWN;
    };
    match call.name {
        Some("new") => instance(call.arguments.first().map(|receiver| walk.known(*receiver))),
        Some(name) => function(walk, &call, name),
        None => instance(Some(walk.known(call.functor))),
    }
}

/// What a function declares to return: of all the ways to call it that may be meant.
fn function(walk: &Walk<'_>, call: &Call<'_>, name: &str) -> Known {
    let names = walk.names;
    let Callee::Known(callables) = callee(names.db(), names.environment(), names.file(), name)
    else {
        return Known::UNKNOWN;
    };
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
        if call.arguments.iter().enumerate().all(accepts) {
            returns.push(match &overload.callable.returns {
                None | Some(Type::Any) => return Known::UNKNOWN,
                Some(ty) => Known::Type(ty.clone()),
            });
        }
    }
    Known::union(names, &returns)
}

/// The type of a lambda, as the function that gets it sees it.
pub(crate) fn lambda_type(body: &puppet_hir::Body, inference: &Inference, lambda: ExprId) -> Type {
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
            Some(Known::Type(Type::Array(array))) if parameter.captures_rest => {
                array.element.clone()
            }
            Some(Known::Type(ty)) => ty,
            Some(Known::Value(_)) => Type::Unknown,
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

/// What `T.new` or `T(…)` gives, for types whose instances it always makes.
fn instance(ty: Option<&Known>) -> Known {
    match ty.and_then(Known::value) {
        Some(Value::Type(
            ty @ (Type::Integer(_)
            | Type::Float(_)
            | Type::Numeric
            | Type::String(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::SemVer(_)
            | Type::SemVerRange
            | Type::Timespan(_)
            | Type::Timestamp(_)
            | Type::Binary
            | Type::Array(_)
            | Type::Hash(_)),
        )) => Known::Type(ty.clone()),
        _ => Known::UNKNOWN,
    }
}

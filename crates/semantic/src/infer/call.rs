//! What calls evaluate to.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, Value};

use super::known::Known;
use super::walk::Walk;
use crate::item::ItemKind;
use crate::signature::signature;

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
        Some(name) => user_function(walk, name),
        None => instance(Some(walk.known(call.functor))),
    }
}

/// What a function in the Puppet language declares to return.
fn user_function(walk: &Walk<'_>, name: &str) -> Known {
    let names = walk.names;
    let function = names.resolve(ItemKind::Function, name).found();
    let returns = function.and_then(|item| {
        signature(names.db(), names.environment(), item)
            .returns
            .clone()
    });
    match returns {
        Some(Type::Any) | None => Known::UNKNOWN,
        Some(ty) => Known::Type(ty),
    }
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

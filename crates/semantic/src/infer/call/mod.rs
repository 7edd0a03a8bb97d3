//! Results of calls.
//!
//! A call with constant arguments is evaluated ([`const_eval`], [`instance`], [`iteration`]). The result of any other
//! follows from a rule for the function ([`builtin_returns`], [`stdlib_returns`]), from its body ([`inferred_return`]),
//! or from its declaration ([`function`]).

pub mod builtin_returns;
pub mod const_eval;
pub mod dig;
pub mod function;
pub mod inferred_return;
pub mod instance;
pub mod iterable;
pub mod iteration;
pub mod lambda;
pub mod stdlib_returns;

use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Membership, Relate, Type};

use super::Failure;
use crate::infer::builder::InferenceBuilder;
use crate::infer::inferred::Inferred;
use crate::resolve::resolver::NameResolver;
pub use lambda::LambdaArguments;
pub use lambda::lambda_type;
pub(super) use lambda::{LambdaFrame, bind_parameters};

/// A call, whichever way it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'a> {
    /// What is called: a name, a type, or anything else.
    pub functor: ExprId,
    /// The arguments, the receiver of `x.f` first.
    pub arguments: Vec<ExprId>,
    /// The lambda.
    pub lambda: Option<ExprId>,
    /// The name of the function, if it is one.
    pub name: Option<&'a str>,
    /// Whether it is written `x.f`.
    pub is_method: bool,
}

impl<'a> Call<'a> {
    /// The call that an expression is.
    pub fn from_expr(body: &'a puppet_hir::Body, id: ExprId) -> Option<Self> {
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
            is_method: receiver.is_some(),
        })
    }

    /// Whether the receiver has a member of the name that is called, which hides all functions.
    pub fn membership(
        &self,
        names: &NameResolver<'_>,
        known: impl Fn(ExprId) -> Type,
    ) -> Membership {
        match (self.name, self.arguments.first()) {
            (Some(name), Some(receiver)) if self.is_method => {
                Relate::new(names).membership(&known(*receiver), name)
            }
            _ => Membership::None,
        }
    }

    /// Whether the number of arguments depends on the value of one that is unfolded (`*$x`).
    pub fn is_unfolded(&self, body: &puppet_hir::Body) -> bool {
        self.arguments.iter().any(|argument| {
            matches!(
                body.expr(body.without_parentheses(*argument)),
                Expr::Unfold(_)
            )
        })
    }

    /// The type whose instance is made: by `T(…)`, or by `T.new(…)`.
    pub fn instantiated(&self) -> Option<(ExprId, &[ExprId])> {
        match self.name {
            Some("new") => self
                .arguments
                .split_first()
                .map(|(ty, arguments)| (*ty, arguments)),
            Some(_) => None,
            None => Some((self.functor, &self.arguments)),
        }
    }
}

pub(super) fn infer(walk: &mut InferenceBuilder<'_>, id: ExprId) -> Inferred {
    let Some(call) = Call::from_expr(walk.body, id) else {
        return Inferred::UNKNOWN;
    };
    if call.instantiated().is_some() {
        return instance::infer(walk, id, &call);
    }
    let is_member = call.membership(walk.names, |it| walk.known(it).ty(walk.names));
    match call.name {
        Some(_) if is_member == Membership::All => Inferred::UNKNOWN,
        Some(name) => function::infer(walk, id, &call, name),
        None => Inferred::UNKNOWN,
    }
}

/// Notes that a call always fails, with the text that Puppet raises.
fn fail(walk: &mut InferenceBuilder<'_>, call: ExprId, message: String) -> Inferred {
    walk.fail(Failure {
        expr: call,
        blame: ErrorLocation::Whole,
        issue: Issue::RuntimeError,
        message,
    });
    Inferred::UNKNOWN
}

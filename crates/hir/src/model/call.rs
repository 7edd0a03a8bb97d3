//! A view of an expression as a call.

use super::{Body, Expr, ExprId};

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
    pub fn from_expr(body: &'a Body, id: ExprId) -> Option<Self> {
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

    /// Whether the number of arguments depends on the value of one that is unfolded (`*$x`).
    pub fn is_unfolded(&self, body: &Body) -> bool {
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

    /// The type to which a value is converted, with the arguments of its constructor: `T(…)`, `T.new(…)`, or
    /// `x.convert_to(T, …)`.
    pub fn conversion(&self) -> Option<(ExprId, Vec<ExprId>)> {
        match (self.name, &self.arguments[..]) {
            (Some("convert_to"), [value, ty, options @ ..]) => {
                Some((*ty, [&[*value], options].concat()))
            }
            _ => self
                .instantiated()
                .map(|(ty, arguments)| (ty, arguments.to_vec())),
        }
    }
}

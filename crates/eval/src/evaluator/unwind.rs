//! Unwinding: the ends of an expression's evaluation that yield no value.

use puppet_types::Value;

use crate::error::{ErrorCause, Unknown};
use crate::evaluation_result::{EvaluationError, Place};

/// The result of evaluating an expression.
pub type EvalResult<T> = Result<T, Unwind>;

/// Why an expression has no value, or why what comes after it is not evaluated.
#[derive(Debug, Clone)]
pub enum Unwind {
    /// An error.
    Error(Box<EvaluationError>),
    /// An error without a place: the innermost expression around it is where Puppet reports it.
    Raised(String),
    /// The value is not known.
    Unknown(Unknown),
    /// A call of `next`, `return` or `break`.
    Jump(Box<Jump>),
}

/// A way out of a block.
#[derive(Debug, Clone)]
pub struct Jump {
    /// Which.
    pub kind: JumpKind,
    /// The value given.
    pub value: Value,
    /// The call.
    pub place: Place,
}

/// The functions that leave a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JumpKind {
    /// `next`: ends one call of a lambda or function.
    Next,
    /// `return`: ends the function around the lambda.
    Return,
    /// `break`: ends the iteration.
    Break,
}

impl JumpKind {
    /// The name of the function.
    pub fn name(self) -> &'static str {
        match self {
            JumpKind::Next => "next",
            JumpKind::Return => "return",
            JumpKind::Break => "break",
        }
    }
}

impl From<ErrorCause> for Unwind {
    /// As a function raises it: without the expression.
    fn from(trouble: ErrorCause) -> Self {
        match trouble {
            ErrorCause::Unknown(reason) => Unwind::Unknown(reason),
            ErrorCause::Failure(failure) => Unwind::Raised(failure.message),
        }
    }
}

impl From<Unknown> for Unwind {
    fn from(reason: Unknown) -> Self {
        Unwind::Unknown(reason)
    }
}

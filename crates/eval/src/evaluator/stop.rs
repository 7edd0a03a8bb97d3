//! What ends the evaluation of an expression without a value.

use puppet_types::Value;

use crate::failure::{Trouble, Unknown};
use crate::outcome::{EvaluationError, Place};

/// The result of evaluating an expression.
pub type Evaluated<T> = Result<T, Stop>;

/// Why an expression has no value, or why what comes after it is not evaluated.
#[derive(Debug, Clone)]
pub enum Stop {
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

impl From<Trouble> for Stop {
    /// As a function raises it: without the expression.
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unknown(reason) => Stop::Unknown(reason),
            Trouble::Failure(failure) => Stop::Raised(failure.message),
        }
    }
}

impl From<Unknown> for Stop {
    fn from(reason: Unknown) -> Self {
        Stop::Unknown(reason)
    }
}

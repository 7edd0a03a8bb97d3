//! The arguments that lambdas are handed, and the values that they end with.

use puppet_types::inferred::Inferred;

/// What a function hands to its lambda.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LambdaArguments {
    /// What is known of the arguments, whenever the lambda is called.
    pub arguments: Vec<Inferred>,
    /// The arguments of the first call, if the lambda certainly is called.
    pub first: Option<Vec<Inferred>>,
}

impl LambdaArguments {
    /// The lambda is called exactly once.
    pub(super) fn once(arguments: Vec<Inferred>) -> Self {
        Self {
            first: Some(arguments.clone()),
            arguments,
        }
    }
}

/// A lambda while its body is walked.
#[derive(Debug, Clone, Default)]
pub(in crate::infer) struct LambdaFrame {
    /// The values that it ends with early, by `next`.
    pub nexts: Vec<Inferred>,
    /// Whether it may end the iteration, by `break`.
    pub breaks: bool,
}

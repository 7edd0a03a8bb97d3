//! Bounded evaluation of constant Puppet expressions.
//!
//! [`Evaluator::run`] evaluates a whole program as Puppet does, as far as it only depends on itself: variables,
//! operators, conditionals, lambdas, its own functions and type aliases, and the [pure functions](functions) of Puppet's
//! core. [`evaluate_expression`] gives the value of one expression, if it has one whatever happens.
//!
//! What depends on the catalog, files, facts or time is [`Unknown`], and so is what would take too long: the value of
//! everything that it flows into is unknown, too, and never an error.

mod error;
pub mod evaluate_source;
mod evaluation_result;
pub mod evaluator;
pub mod functions;
mod issue;
pub mod label;
mod limits;
mod modules;
mod new_function;
pub mod number;
pub mod operators;
mod options;
pub mod to_string;
pub mod type_expr;
pub mod type_queries;

use std::sync::Arc;

use puppet_hir::{Body, ExprId};
use puppet_types::Value;

pub use self::evaluator::{
    Attributes, CatalogDoubt, Compilation, Definitions, EvalResult, Evaluator, METAPARAMETERS,
    Natives, ObservationSubject, ParameterValues, PartialCatalog, ResourceKey, Slot, Trace, Traced,
    Unwind,
};
pub use self::issue::Issue;
pub use self::modules::{LoadedFile, Modules, RubyFunction, Wanted};
pub use self::options::{Assumptions, Limits, Options};
pub use crate::error::{ErrorCause, ErrorLocation, Failure, Operation, Unknown};
pub use crate::evaluation_result::{Ending, EvaluationError, Log, LogLevel, Outcome, Place, Site};
pub use crate::new_function::{new as new_instance, type_of_text};
pub use puppet_hir::validate::{PuppetVersion, Strict};

/// The value of an expression of a body whose program is not at hand: what depends on its definitions, or on variables
/// that are not in `options`, is unknown when the assumptions are open.
pub fn evaluate_expression(
    body: Arc<Body>,
    expr: ExprId,
    options: &Options,
) -> Result<Value, Ending> {
    let mut evaluator = Evaluator::for_lone_body(body, options);
    let result = evaluator.evaluate(expr);
    result.map_err(|stop| match stop {
        // It leaves what is around the expression.
        evaluator::Unwind::Jump(_) => Ending::Unknown(Unknown::Definition),
        other => evaluator.ending(other),
    })
}

//! Evaluation of calls of built-in functions with constant arguments.

use puppet_eval::{Assumptions, ErrorCause, Limits, Options};
use puppet_hir::model::ExprId;
use puppet_scalars::Regexp;
use puppet_types::Value;

use crate::infer::builder::InferenceBuilder;
use crate::infer::call::instance;
use crate::infer::definite_failure::certain_failure;
use puppet_hir::Call;
use puppet_types::inferred::Inferred;

/// Functions that depend on where they are called, or that end the evaluation on purpose.
const IMPURE: [&str; 11] = [
    "assert_type",
    "break",
    "call",
    "contain",
    "defined",
    "fail",
    "getvar",
    "include",
    "next",
    "require",
    "return",
];

/// What one call may take: enough for configuration code, and no time to speak of.
pub(super) const LIMITS: Limits = Limits {
    steps: 20_000,
    memory: 1 << 20,
    depth: 60,
};

/// Functions with the index of an argument that is a regular expression when it is a string.
const PATTERNS: [(&str, usize); 3] = [("match", 1), ("regsubst", 1), ("split", 1)];

/// Why a call fails whatever its other arguments are: Ruby refuses its regular expression.
fn refused_pattern(walk: &InferenceBuilder<'_>, call: &Call<'_>, name: &str) -> Option<String> {
    let (_, index) = PATTERNS.iter().find(|(function, _)| *function == name)?;
    let Some(Value::String(source)) = walk.result(*call.arguments.get(*index)?).value() else {
        return None;
    };
    let error = Regexp::new(source.as_str()).err()?;
    Some(format!("{}: /{source}/", error.message))
}

/// Why `sprintf` fails whatever its arguments are: its format asks for more of them, or for one of another type.
fn refused_format(walk: &InferenceBuilder<'_>, call: &Call<'_>, name: &str) -> Option<String> {
    let (format, others) = call.arguments.split_first().filter(|_| name == "sprintf")?;
    let mut arguments = vec![walk.result(*format).value()?.clone()];
    arguments.extend(others.iter().map(|_| Value::Integer(1)));
    let write = |arguments: Vec<Value>| puppet_eval::functions::apply(name, arguments, &options());
    match write(arguments.clone())? {
        Err(ErrorCause::Failure(failure)) if failure.message == TOO_FEW => {
            return Some(failure.message);
        }
        Err(_) => return None,
        Ok(_) => {}
    }
    let refused = |(index, other): (usize, &ExprId)| {
        let known = walk.result(*other);
        let failure = certain_failure(walk.names, known, &Inferred::UNDEF, |value, _| {
            let mut arguments = arguments.clone();
            arguments[index + 1] = value.clone();
            write(arguments).unwrap_or(Ok(Value::Undef))
        });
        failure.filter(|_| !known.is_unknown())
    };
    let failure = others.iter().enumerate().find_map(refused)?;
    Some(failure.message)
}

/// Why `convert_to` fails for all values of a type.
fn refused_conversion(walk: &InferenceBuilder<'_>, call: &Call<'_>, name: &str) -> Option<String> {
    let is_constant = |value: &ExprId| walk.result(*value).value().is_some();
    if name != "convert_to" || call.arguments.first().is_none_or(is_constant) {
        return None;
    }
    let (ty, arguments) = instance::conversion(walk, call)?;
    instance::refused_type(walk, ty, &arguments)
}

/// What Ruby says when a format asks for more than there is.
const TOO_FEW: &str = "too few arguments";

pub(super) fn options() -> Options {
    Options {
        assumptions: Assumptions::Open,
        limits: LIMITS,
        ..Options::default()
    }
}

/// The result of a call whose arguments are all known; `None` if it depends on more than its arguments.
pub(super) fn evaluate(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
) -> Option<Inferred> {
    if call.lambda.is_some() || IMPURE.contains(&name) {
        return None;
    }
    if let Some(message) = refused_pattern(walk, call, name) {
        return Some(walk.fail_call(id, message));
    }
    if let Some(message) = refused_format(walk, call, name) {
        return Some(walk.fail_call(id, message));
    }
    if let Some(message) = refused_conversion(walk, call, name) {
        return Some(walk.fail_call(id, message));
    }
    let arguments: Option<Vec<Value>> = call
        .arguments
        .iter()
        .map(|argument| walk.result(*argument).value().cloned())
        .collect();
    match puppet_eval::functions::apply(name, arguments?, &options())? {
        Ok(value) => Some(value.into()),
        Err(ErrorCause::Failure(failure)) => Some(walk.fail_call(id, failure.message)),
        Err(ErrorCause::Unknown(_)) => None,
    }
}

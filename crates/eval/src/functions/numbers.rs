//! Functions on numbers.

use std::cmp::Ordering;

use puppet_types::{BuiltinContext, TypeContext, Value};

use super::function::{EvalCall, Function, builtin, refusing};
use super::signature::ArgumentRefusal;
use crate::error::Unknown;
use crate::evaluator::{EvalResult, Unwind};
use crate::label;
use crate::number::Number;
use crate::operators::comparison::{compare_ignoring_case, compare_numbers};
use crate::to_string;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("abs", abs),
    builtin("ceiling", |call| to_integer(call, f64::ceil)),
    builtin("floor", |call| to_integer(call, f64::floor)),
    builtin("round", round),
    builtin("max", |call| extreme(call, Ordering::Greater)),
    builtin("min", |call| extreme(call, Ordering::Less)),
    refusing(
        "compare",
        &[
            ArgumentRefusal {
                signature: "(Comparable $a, Comparable $b, Any *$ignore_case)",
                reason: cannot_compare,
            },
            ArgumentRefusal {
                signature: "(Any $a, Any $b, Any *$ignore_case)",
                reason: not_comparable,
            },
        ],
        compare,
    ),
];

fn abs(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0).clone() {
        Value::Integer(value) => value
            .checked_abs()
            .map(Value::Integer)
            .ok_or(Unwind::Unknown(Unknown::Undecidable)),
        Value::BigInteger(value) => value
            .checked_abs()
            .map(Value::integer)
            .ok_or(Unwind::Unknown(Unknown::Undecidable)),
        Value::Float(value) => Ok(Value::Float(value.abs())),
        Value::String(text) => {
            call.evaluator.warn_once("The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling");
            decimal(&text).ok_or_else(|| {
                Unwind::Raised(
                    "abs(): Requires float or integer to work with - was given non decimal string"
                        .to_owned(),
                )
            })
        }
        _ => Err(Unknown::Undecidable.into()),
    }
}

/// The absolute value of a decimal number; line by line, as Ruby's `^` and `$` have it.
fn decimal(text: &str) -> Option<Value> {
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |line: &str| line.strip_prefix('-').unwrap_or(line).to_owned();
    let is_float = |line: &str| {
        unsigned(line)
            .split_once('.')
            .is_some_and(|(whole, fraction)| is_digits(whole) && is_digits(fraction))
    };
    let first = text.lines().next().unwrap_or_default();
    if text.lines().any(is_float) {
        return unsigned(first)
            .parse()
            .ok()
            .map(|value: f64| Value::Float(value.abs()));
    }
    if text.lines().any(|line| is_digits(&unsigned(line))) {
        return unsigned(first).parse().ok().map(Value::Integer);
    }
    None
}

fn to_integer(call: &mut EvalCall<'_, '_, '_>, round: fn(f64) -> f64) -> EvalResult<Value> {
    let float = match call.argument(0).clone() {
        value @ (Value::Integer(_) | Value::BigInteger(_)) => return Ok(value),
        Value::Float(value) => value,
        Value::String(text) => {
            let name = call.name;
            call.evaluator.warn_once(&format!(
                "The {name}() function's auto conversion of String to Float is deprecated - change to convert input before calling"
            ));
            puppet_convert::number::parse_float(&text).map_err(|_| {
                Unwind::Raised(format!(
                    "{name}(): cannot convert given value to a floating point value."
                ))
            })?
        }
        _ => return Err(Unknown::Undecidable.into()),
    };
    integer(round(float))
}

/// The integer that a whole float is.
fn integer(float: f64) -> EvalResult<Value> {
    if float.abs() < 1.0e38 {
        Ok(Value::integer(float as i128))
    } else {
        Err(Unknown::Undecidable.into())
    }
}

/// Rounds half away from zero.
fn round(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    match call.argument(0) {
        // Puppet adds a half to integers, too, as floats.
        Value::Integer(value) if value.unsigned_abs() < 1 << 52 => Ok(Value::Integer(*value)),
        Value::Float(value) if *value > 0.0 => integer((value + 0.5).trunc()),
        Value::Float(value) => integer((value - 0.5).trunc()),
        _ => Err(Unknown::Undecidable.into()),
    }
}

/// `max` (`wanted` is greater) or `min`.
fn extreme(call: &mut EvalCall<'_, '_, '_>, wanted: Ordering) -> EvalResult<Value> {
    let values = match (call.signature, call.arguments.as_slice()) {
        (5..=10, [Value::Array(items)]) => items.to_vec(),
        _ => call.arguments.clone(),
    };
    if values.is_empty() && call.block.is_none() {
        return Err(Unwind::Raised(format!(
            "{}(): Wrong number of arguments need at least one",
            call.name
        )));
    }
    let mut values = values.into_iter();
    let Some(mut best) = values.next() else {
        return Ok(Value::Undef);
    };
    for value in values {
        call.evaluator.budget.spend(1)?;
        if order(call, &value, &best)? == wanted {
            best = value;
        }
    }
    Ok(best)
}

fn order(call: &mut EvalCall<'_, '_, '_>, a: &Value, b: &Value) -> EvalResult<Ordering> {
    if call.block.is_some() {
        let order = call.yield_with(vec![a.clone(), b.clone()])?;
        return match Number::from_value(&order) {
            Some(number) => number
                .to_f64()
                .partial_cmp(&0.0)
                .ok_or(Unwind::Unknown(Unknown::Undecidable)),
            None => Err(Unwind::Raised(incomparable(
                &*call.evaluator.definitions,
                a,
                b,
            ))),
        };
    }
    // The last signatures take any values.
    let has_one_type = call.signature < 10;
    match (a, b) {
        (Value::SemVer(a), Value::SemVer(b)) if has_one_type => return Ok(a.precedence(b)),
        (Value::Timespan(a), Value::Timespan(b)) if has_one_type => {
            return Ok(a.nanos().cmp(&b.nanos()));
        }
        (Value::Timestamp(a), Value::Timestamp(b)) if has_one_type => {
            return Ok(a.nanos().cmp(&b.nanos()));
        }
        _ => {}
    }
    let is_number = |it: &Value| {
        matches!(
            it,
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)
        )
    };
    if has_one_type
        && is_number(a)
        && is_number(b)
        && let (Some(a), Some(b)) = (Number::from_value(a), Number::from_value(b))
    {
        return compare_numbers(a, b).map_err(|_| Unwind::Unknown(Unknown::Undecidable));
    }
    let (a_text, b_text) = (
        to_string::ruby(&*call.evaluator.definitions, a),
        to_string::ruby(&*call.evaluator.definitions, b),
    );
    let name = call.name;
    if looks_numeric(&a_text) && looks_numeric(&b_text) {
        call.evaluator.warn_once(&format!(
            "The {name}() function's auto conversion of String to Numeric is deprecated - change to convert input before calling, or use lambda"
        ));
        let (a, b) = (leading_float(&a_text), leading_float(&b_text));
        return a
            .partial_cmp(&b)
            .ok_or(Unwind::Unknown(Unknown::Undecidable));
    }
    if !has_one_type {
        call.evaluator.warn_once(&format!(
            "The {name}() function's auto conversion of Any to String is deprecated - change to convert input before calling, or use lambda"
        ));
    }
    Ok(a_text.cmp(&b_text))
}

/// `-?\d+([._eE]\d+)?`
fn looks_numeric(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once(['.', '_', 'e', 'E']) {
        Some((whole, rest)) => is_digits(whole) && is_digits(rest),
        None => is_digits(text),
    }
}

/// Ruby's `to_f` of such a text; an underscore between digits is skipped.
fn leading_float(text: &str) -> f64 {
    text.replace('_', "").parse().unwrap_or_default()
}

/// The message of Ruby's comparisons.
pub(super) fn incomparable(context: &dyn TypeContext, a: &Value, b: &Value) -> String {
    let class = |value: &Value| match value {
        Value::Integer(_)
        | Value::BigInteger(_)
        | Value::Float(_)
        | Value::Undef
        | Value::Boolean(_) => to_string::inspected(context, value),
        other => crate::operators::matching::ruby_class(other),
    };
    format!(
        "comparison of {} with {} failed",
        crate::operators::matching::ruby_class(a),
        class(b)
    )
}

fn compare(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let order = match (call.argument(0), call.argument(1)) {
        (Value::String(a), Value::String(b)) => match call.argument(2) {
            Value::Boolean(false) => a.cmp(b),
            _ => compare_ignoring_case(a, b),
        },
        (Value::SemVer(a), Value::SemVer(b)) => a.precedence(b),
        (a, b) => match (Number::from_value(a), Number::from_value(b)) {
            (Some(a), Some(b)) if b.is_time() && !a.is_time() => compare_numbers(b, a)
                .map(Ordering::reverse)
                .map_err(|_| Unwind::Unknown(Unknown::Undecidable))?,
            (Some(a), Some(b)) => {
                compare_numbers(a, b).map_err(|_| Unwind::Unknown(Unknown::Undecidable))?
            }
            _ => return Err(Unknown::Undecidable.into()),
        },
    };
    Ok(Value::Integer(order as i64))
}

fn cannot_compare(arguments: &[Value]) -> String {
    let label = |index: usize| {
        arguments
            .get(index)
            .map(|it| label::value(&BuiltinContext, it))
            .unwrap_or_default()
    };
    let text = |index: usize| matches!(arguments.get(index), Some(Value::String(_)));
    match arguments.get(2..).unwrap_or_default() {
        [] => {}
        _ if !(text(0) && text(1)) => {
            return "compare(): The third argument (ignore case) can only be used when comparing strings".to_owned();
        }
        [_] => {
            return format!(
                "compare(): The third argument (ignore case) must be a Boolean. Got {}",
                label(2)
            );
        }
        more => {
            return format!(
                "compare(): Accepts at most 3 arguments, got {}",
                2 + more.len()
            );
        }
    }
    if label(0) == label(1) {
        return String::new();
    }
    format!(
        "compare(): Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). Got {} and {}",
        label(0),
        label(1)
    )
}

fn not_comparable(arguments: &[Value]) -> String {
    let label = |index: usize| {
        arguments
            .get(index)
            .map(|it| label::value(&BuiltinContext, it))
            .unwrap_or_default()
    };
    format!(
        "compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be compared. Got {} and {}",
        label(0),
        label(1)
    )
}

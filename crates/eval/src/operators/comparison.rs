//! `< <= > >= == !=` (`CompareOperator`).

use std::cmp::Ordering;

use puppet_hir::model::ComparisonOperator as Op;
use puppet_types::{Type, TypeContext, Value};

use super::{arithmetic, equality};
use crate::error::{ErrorCause, Operation, Unknown};
use crate::issue::Issue;
use crate::label;
use crate::number::{Number, compare_integer_float};
use crate::type_queries;

/// The value of `left operator right`.
pub fn evaluate(
    context: &dyn TypeContext,
    operator: Op,
    left: &Value,
    right: &Value,
) -> Operation<bool> {
    if let Value::Type(left) = left {
        return compare_types(context, operator, left, right);
    }
    match operator {
        Op::Equal => Ok(equality::equals(left, right)),
        Op::NotEqual => Ok(!equality::equals(left, right)),
        Op::Less => ordered(context, operator, left, right).map(Ordering::is_lt),
        Op::LessOrEqual => ordered(context, operator, left, right).map(Ordering::is_le),
        Op::Greater => ordered(context, operator, left, right).map(Ordering::is_gt),
        Op::GreaterOrEqual => ordered(context, operator, left, right).map(Ordering::is_ge),
    }
}

/// A type is less than another that accepts it.
fn compare_types(
    context: &dyn TypeContext,
    operator: Op,
    left: &Type,
    right: &Value,
) -> Operation<bool> {
    let Value::Type(right) = right else {
        return Ok(operator == Op::NotEqual);
    };
    let accepts = |to: &Type, from: &Type| type_queries::assignable(context, to, from);
    Ok(match operator {
        Op::Equal => equal_types(context, left, right)?,
        Op::NotEqual => !equal_types(context, left, right)?,
        Op::Less => accepts(right, left)? && !equal_types(context, left, right)?,
        Op::LessOrEqual => accepts(right, left)?,
        Op::Greater => accepts(left, right)? && !equal_types(context, left, right)?,
        Op::GreaterOrEqual => accepts(left, right)?,
    })
}

/// Types are equal when each accepts the other, too (`TypeCalculator#equals`).
fn equal_types(context: &dyn TypeContext, left: &Type, right: &Type) -> Operation<bool> {
    Ok(left == right
        || type_queries::assignable(context, right, left)?
            && type_queries::assignable(context, left, right)?)
}

fn ordered(
    context: &dyn TypeContext,
    operator: Op,
    left: &Value,
    right: &Value,
) -> Operation<Ordering> {
    compare(left, right).map_err(|refusal| match refusal {
        ComparisonError::NotComparable(detail) => {
            let message = format!(
                "Comparison of: {} {} {}, is not possible. Caused by '{detail}'.",
                label::value(context, left),
                operator.text(),
                label::value(context, right)
            );
            ErrorCause::issue(Issue::ComparisonNotPossible, message)
        }
        ComparisonError::Unordered => Unknown::Undecidable.into(),
        ComparisonError::NoFloat => arithmetic::no_float(),
    })
}

/// Why two values have no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonError {
    /// Puppet refuses to compare them, with this reason.
    NotComparable(&'static str),
    /// One is not a number (NaN), and Puppet breaks.
    Unordered,
    /// One is a number, the other a version, which Ruby cannot take as a float.
    NoFloat,
}

/// The order of two values (`CompareOperator#compare`); strings are compared without regard to the case of ASCII
/// letters.
pub fn compare(left: &Value, right: &Value) -> Result<Ordering, ComparisonError> {
    match (left, right) {
        (Value::String(a), Value::String(b)) => Ok(compare_ignoring_case(a, b)),
        (Value::String(_), _) => Err(ComparisonError::NotComparable(
            "A String is not comparable to a non String",
        )),
        (Value::SemVer(a), Value::SemVer(b)) => Ok(a.precedence(b)),
        (Value::SemVer(_), _) => Err(ComparisonError::NotComparable(
            "Versions not comparable to non Versions",
        )),
        (Value::Default, Value::Default) => Ok(Ordering::Equal),
        (Value::Default, _) => Err(ComparisonError::NotComparable(
            "Symbol not comparable to non Symbol",
        )),
        _ => match (Number::from_value(left), Number::from_value(right)) {
            (Some(a), Some(b)) => compare_numbers(a, b),
            (Some(a), None) => Err(ComparisonError::NotComparable(not_comparable_to(a))),
            (None, _) => Err(ComparisonError::NotComparable(
                "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable",
            )),
        },
    }
}

fn not_comparable_to(number: Number) -> &'static str {
    match number {
        Number::Integer(_) | Number::Float(_) | Number::Version => {
            "A Numeric is not comparable to non Numeric"
        }
        Number::Timespan(_) => "Timespans are only comparable to Timespans, Integers, and Floats",
        Number::Timestamp(_) => {
            "Timestamps are only comparable to Timestamps, Integers, and Floats"
        }
    }
}

/// Times and numbers: a time is compared with an integer by its whole seconds, but an integer with a time as floats.
pub fn compare_numbers(left: Number, right: Number) -> Result<Ordering, ComparisonError> {
    let order = match (left, right) {
        (Number::Integer(a), Number::Integer(b)) => Some(a.cmp(&b)),
        (Number::Integer(a), Number::Float(b)) => compare_integer_float(a, b),
        (Number::Float(a), Number::Integer(b)) => {
            compare_integer_float(b, a).map(Ordering::reverse)
        }
        (Number::Timespan(a), Number::Timespan(b)) => Some(a.nanos().cmp(&b.nanos())),
        (Number::Timestamp(a), Number::Timestamp(b)) => Some(a.nanos().cmp(&b.nanos())),
        (Number::Timespan(a), Number::Integer(b)) => Some(a.whole_secs().cmp(&b)),
        (Number::Timestamp(a), Number::Integer(b)) => Some(a.whole_secs().cmp(&b)),
        (Number::Timespan(_), Number::Timestamp(_))
        | (Number::Timestamp(_), Number::Timespan(_)) => {
            return Err(ComparisonError::NotComparable(not_comparable_to(left)));
        }
        (Number::Timespan(_) | Number::Timestamp(_), Number::Version) => {
            return Err(ComparisonError::NotComparable(not_comparable_to(left)));
        }
        (Number::Version, _) | (_, Number::Version) => return Err(ComparisonError::NoFloat),
        (Number::Integer(_) | Number::Float(_) | Number::Timespan(_) | Number::Timestamp(_), _) => {
            left.to_f64().partial_cmp(&right.to_f64())
        }
    };
    order.ok_or(ComparisonError::Unordered)
}

/// Ruby's `casecmp`: by bytes, with ASCII letters in lower case.
pub fn compare_ignoring_case(a: &str, b: &str) -> Ordering {
    a.bytes()
        .map(|byte| byte.to_ascii_lowercase())
        .cmp(b.bytes().map(|byte| byte.to_ascii_lowercase()))
}

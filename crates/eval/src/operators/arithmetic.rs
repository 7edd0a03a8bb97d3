//! `+ - * / % << >>` on numbers and times (`EvaluatorImpl#calculate`, `Timespan`, `Timestamp`), and the unary minus.

use puppet_hir::model::ArithmeticOperator as Op;
use puppet_scalars::{Timespan, Timestamp};
use puppet_types::{TypeContext, Value};

use super::{Coercions, coerce, collection};
use crate::error::{ErrorCause, ErrorLocation, Operation, Unknown};
use crate::issue::Issue;
use crate::label;
use crate::number::Number;

const NANOS_PER_SECOND: i128 = 1_000_000_000;
/// Shifts by more bits than this are not computed.
const MAX_SHIFT: i128 = 100_000;

/// The value of `left operator right`.
pub fn calculate(
    context: &dyn TypeContext,
    operator: Op,
    left: &Value,
    right: &Value,
    coercions: &mut dyn Coercions,
) -> Operation<Value> {
    if let Some(result) = collection::calculate(operator, left, right) {
        return result;
    }
    let left = coerce(context, left, ErrorLocation::Left, coercions)?;
    let right = coerce(context, right, ErrorLocation::Right, coercions)?;
    let result = compute(operator, left, right)?;
    if let Number::Float(value) = result
        && value.is_infinite()
    {
        let message = format!(
            "The result of the {} expression is Infinity",
            operator.text()
        );
        return Err(ErrorCause::issue_at(
            ErrorLocation::Left,
            Issue::ResultIsInfinity,
            message,
        ));
    }
    result.to_value().ok_or_else(|| match result {
        Number::Integer(value) => {
            overflow(operator, value < 0, &format!("{:x}", value.unsigned_abs()))
        }
        _ => Unknown::Undecidable.into(),
    })
}

/// The value of `-operand`.
pub fn negate(
    context: &dyn TypeContext,
    operand: &Value,
    coercions: &mut dyn Coercions,
) -> Operation<Value> {
    let negated = match coerce(context, operand, ErrorLocation::Whole, coercions)? {
        Number::Integer(value) => Number::Integer(-value),
        Number::Float(value) => Number::Float(-value),
        Number::Timespan(span) => timespan(span.nanos().checked_neg())?,
        Number::Timestamp(_) => {
            return Err(ErrorCause::runtime(
                "undefined method `-@' for #<Puppet::Pops::Time::Timestamp>",
            ));
        }
        Number::Version => return Err(no_float()),
    };
    // Puppet does not check this result: -(-9223372036854775808) is an Integer that no other operation can give.
    negated
        .to_value()
        .ok_or_else(|| Unknown::Undecidable.into())
}

fn compute(operator: Op, left: Number, right: Number) -> Operation<Number> {
    match (operator, left, right) {
        (Op::Modulo, Number::Float(_), _) => return Err(not_applicable(operator, left.label())),
        (Op::Modulo, _, Number::Float(_)) => {
            return Err(not_applicable_when(operator, left, right));
        }
        _ => {}
    }
    if right.is_time() && !left.is_time() {
        return match (operator, right) {
            (Op::Add, _) | (Op::Multiply, Number::Timespan(_)) => with_time(operator, right, left),
            (Op::Subtract, Number::Timespan(_)) if left == Number::Version => {
                Err(not_applicable(operator, left.label()))
            }
            (Op::Subtract, Number::Timespan(_)) => {
                with_time(operator, timespan(nanos(left))?, right)
            }
            _ => Err(not_applicable_when(operator, left, right)),
        };
    }
    match (left, right) {
        (Number::Integer(_) | Number::Float(_), Number::Version)
            if !matches!(operator, Op::ShiftLeft | Op::ShiftRight) =>
        {
            Err(no_float())
        }
        (Number::Integer(a), Number::Integer(b)) => integers(operator, a, b),
        (Number::Integer(a), Number::Float(b))
            if matches!(operator, Op::ShiftLeft | Op::ShiftRight) =>
        {
            integers(operator, a, b as i128)
        }
        (Number::Integer(_) | Number::Float(_), _) => floats(operator, left, right),
        _ => with_time(operator, left, right),
    }
}

fn integers(operator: Op, a: i128, b: i128) -> Operation<Number> {
    let result = match operator {
        Op::Add => a.checked_add(b),
        Op::Subtract => a.checked_sub(b),
        Op::Multiply => a.checked_mul(b),
        Op::Divide | Op::Modulo if b == 0 => return Err(division_by_zero()),
        Op::Divide => a.checked_div(b).map(|quotient| {
            if a % b != 0 && (a < 0) != (b < 0) {
                quotient - 1
            } else {
                quotient
            }
        }),
        Op::Modulo => a.checked_rem(b).map(|rest| {
            if rest != 0 && (rest < 0) != (b < 0) {
                rest + b
            } else {
                rest
            }
        }),
        Op::ShiftLeft => return shift_left(operator, a, b),
        Op::ShiftRight => return shift_left(operator, a, -b),
    };
    result
        .map(Number::Integer)
        .ok_or_else(|| Unknown::Undecidable.into())
}

/// Shifts by a negative number of bits go the other way.
fn shift_left(operator: Op, a: i128, bits: i128) -> Operation<Number> {
    if bits <= 0 {
        let bits = u32::try_from(-bits).unwrap_or(u32::MAX).min(127);
        return Ok(Number::Integer(a >> bits));
    }
    if a == 0 {
        return Ok(Number::Integer(0));
    }
    if bits > MAX_SHIFT {
        return Err(Unknown::Limit.into());
    }
    if bits < 60 && a.unsigned_abs() < 1 << 64 {
        return Ok(Number::Integer(a << bits));
    }
    let (digits, zeros) = (bits / 4, bits % 4);
    let Some(high) = a.unsigned_abs().checked_shl(zeros as u32) else {
        return Err(Unknown::Undecidable.into());
    };
    let digits = usize::try_from(digits).unwrap_or_default();
    Err(overflow(
        operator,
        a < 0,
        &format!("{high:x}{}", "0".repeat(digits)),
    ))
}

fn floats(operator: Op, left: Number, right: Number) -> Operation<Number> {
    let (a, b) = (left.to_f64(), right.to_f64());
    Ok(Number::Float(match operator {
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => a / b,
        Op::Modulo | Op::ShiftLeft | Op::ShiftRight => {
            return Err(not_applicable(operator, left.label()));
        }
    }))
}

/// Operations whose left operand is a time.
fn with_time(operator: Op, left: Number, right: Number) -> Operation<Number> {
    match left {
        Number::Timestamp(time) => with_timestamp(operator, time, right),
        Number::Timespan(span) => with_timespan(operator, span, right),
        _ => Err(not_applicable(operator, left.label())),
    }
}

fn with_timestamp(operator: Op, time: Timestamp, right: Number) -> Operation<Number> {
    let at = time.nanos();
    match (operator, right) {
        (Op::Add, Number::Version) => Err(ErrorCause::runtime(
            "A Version cannot be added to a Timestamp",
        )),
        (Op::Subtract, Number::Version) => Err(ErrorCause::runtime(
            "A Version cannot be subtracted from a Timestamp",
        )),
        (Op::Add, Number::Timestamp(_)) => Err(ErrorCause::runtime(
            "A Timestamp cannot be added to a Timestamp",
        )),
        (Op::Add, _) => timestamp(nanos(right).and_then(|it| at.checked_add(it))),
        (Op::Subtract, Number::Timestamp(other)) => timespan(at.checked_sub(other.nanos())),
        (Op::Subtract, _) => timestamp(nanos(right).and_then(|it| at.checked_sub(it))),
        _ => Err(not_applicable(operator, "Timestamp")),
    }
}

fn with_timespan(operator: Op, span: Timespan, right: Number) -> Operation<Number> {
    let of = span.nanos();
    match (operator, right) {
        (Op::Add, Number::Version) => Err(ErrorCause::runtime(
            "A Version cannot be added to a Timespan",
        )),
        (Op::Subtract, Number::Version) => Err(ErrorCause::runtime(
            "A Version cannot be subtracted from a Timespan",
        )),
        (Op::Add, Number::Timestamp(time)) => timestamp(of.checked_add(time.nanos())),
        (Op::Add, _) => timespan(nanos(right).and_then(|it| of.checked_add(it))),
        (Op::Subtract, Number::Timestamp(_)) => Err(ErrorCause::runtime(
            "A Timestamp cannot be subtracted from a Timespan",
        )),
        (Op::Subtract, _) => timespan(nanos(right).and_then(|it| of.checked_sub(it))),
        (Op::Multiply, Number::Integer(by)) => timespan(of.checked_mul(by)),
        (Op::Multiply, Number::Float(by)) => timespan(truncated(of as f64 * by)),
        // Puppet says Timestamp here, though it is a Timespan.
        (Op::Multiply, other) => {
            let other = label::a_an(class(other));
            Err(ErrorCause::runtime(format!(
                "A Timestamp cannot be multiplied by {other}"
            )))
        }
        (Op::Divide, Number::Timespan(by)) => Ok(Number::Float(of as f64 / by.nanos() as f64)),
        (Op::Divide, Number::Integer(0)) => Err(division_by_zero()),
        (Op::Divide, Number::Integer(by)) => timespan(Some(floor_div(of, by))),
        (Op::Divide, Number::Float(0.0)) => Err(division_by_zero()),
        (Op::Divide, Number::Float(by)) => timespan(truncated((of as f64 / by).floor())),
        (Op::Divide, other) => {
            let other = label::a_an(class(other));
            Err(ErrorCause::runtime(format!(
                "A Timespan cannot be divided by {other}"
            )))
        }
        (Op::Modulo, Number::Integer(by)) => integers(Op::Modulo, span.whole_secs(), by),
        (Op::Modulo, other) => {
            let other = label::a_an(class(other));
            Err(ErrorCause::runtime(format!(
                "Can not do modulus on a Timespan using a {other}"
            )))
        }
        (Op::ShiftLeft | Op::ShiftRight, _) => Err(not_applicable(operator, "Timespan")),
    }
}

/// How the messages about times name the other operand.
fn class(number: Number) -> &'static str {
    match number {
        Number::Version => "Version",
        other => other.label(),
    }
}

/// Versions are numbers to Ruby, which then wants to compute with floats.
pub(super) fn no_float() -> ErrorCause {
    ErrorCause::runtime("can't convert SemanticPuppet::Version into Float")
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}

/// A number of seconds, or a time, in nanoseconds.
fn nanos(number: Number) -> Option<i128> {
    match number {
        Number::Integer(seconds) => seconds.checked_mul(NANOS_PER_SECOND),
        Number::Float(seconds) => truncated(seconds * NANOS_PER_SECOND as f64),
        Number::Timespan(span) => Some(span.nanos()),
        Number::Timestamp(time) => Some(time.nanos()),
        Number::Version => None,
    }
}

fn truncated(value: f64) -> Option<i128> {
    (value.abs() < 1.0e38).then_some(value as i128)
}

fn timespan(nanos: Option<i128>) -> Operation<Number> {
    nanos
        .map(|it| Number::Timespan(Timespan::from_nanos(it)))
        .ok_or_else(|| Unknown::Undecidable.into())
}

fn timestamp(nanos: Option<i128>) -> Operation<Number> {
    nanos
        .map(|it| Number::Timestamp(Timestamp::from_nanos(it)))
        .ok_or_else(|| Unknown::Undecidable.into())
}

fn division_by_zero() -> ErrorCause {
    ErrorCause::issue_at(ErrorLocation::Right, Issue::DivByZero, "Division by 0")
}

fn overflow(operator: Op, negative: bool, hexadecimal: &str) -> ErrorCause {
    let (bound, sign) = if negative { ("min", '-') } else { ("max", '+') };
    let expression = label::a_an_uc(&format!("'{}' expression", operator.text()));
    let message = format!(
        "{expression} resulted in a value outside of Puppet Integer {bound} range, got '{sign}0x{hexadecimal}'"
    );
    ErrorCause::issue(Issue::NumericOverflow, message)
}

/// The operator is not defined for the left operand.
pub(super) fn not_applicable(operator: Op, left: &str) -> ErrorCause {
    let message = format!(
        "Operator '{}' is not applicable to {}.",
        operator.text(),
        label::a_an(left)
    );
    ErrorCause::issue_at(ErrorLocation::Left, Issue::OperatorNotApplicable, message)
}

fn not_applicable_when(operator: Op, left: Number, right: Number) -> ErrorCause {
    let message = format!(
        "Operator '{}' is not applicable to {} when right side is {}.",
        operator.text(),
        label::a_an(left.label()),
        label::a_an(right.label())
    );
    ErrorCause::issue_at(
        ErrorLocation::Left,
        Issue::OperatorNotApplicableWhen,
        message,
    )
}

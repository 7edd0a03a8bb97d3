//! The operators of the language on values, without positions and scopes.
//!
//! Each operator is one file. An error says which operand Puppet blames ([`ErrorLocation`]); strings that are
//! taken as numbers are reported through [`Coercions`].

pub mod access;
pub mod arithmetic;
pub mod collection;
pub mod comparison;
pub mod equality;
pub mod matching;
pub mod membership;
pub mod unfold;

use puppet_types::{TypeContext, Value};

use crate::error::{ErrorCause, ErrorLocation, Operation};
use crate::issue::Issue;
use crate::number::{self, Number, NumberRead};
use crate::to_string;

/// Is told when a string is taken as a number.
pub trait Coercions {
    /// The string `text`, the operand `blame`, counts as `number`. An error ends the operation.
    fn coerced(&mut self, blame: ErrorLocation, text: &str, number: Number) -> Operation<()>;
}

/// Accepts every conversion of a string to a number silently, as with the setting `strict=off`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lenient;

impl Coercions for Lenient {
    fn coerced(&mut self, _: ErrorLocation, _: &str, _: Number) -> Operation<()> {
        Ok(())
    }
}

/// The number that an operand is, or that its text says.
pub fn coerce(
    context: &dyn TypeContext,
    value: &Value,
    blame: ErrorLocation,
    coercions: &mut dyn Coercions,
) -> Operation<Number> {
    if let Some(number) = Number::from_value(value) {
        return Ok(number);
    }
    if let Value::String(text) = value {
        match number::read(text) {
            NumberRead::Number(number) => {
                coercions.coerced(blame, text, number)?;
                return Ok(number);
            }
            NumberRead::Huge => return Err(crate::Unknown::Undecidable.into()),
            NumberRead::No => {}
        }
    }
    let message = format!(
        "The value '{}' cannot be converted to Numeric.",
        to_string::ruby(context, value)
    );
    Err(ErrorCause::issue_at(blame, Issue::NotNumeric, message))
}

/// Whether a value counts as true: everything but `undef` and `false`.
pub fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

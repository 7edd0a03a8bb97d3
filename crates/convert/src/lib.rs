//! Conversions between values: `new` for every type, the formats of `String`, and Ruby's `format`.
//!
//! Everything works on known values and is bounded: what is not known, or would take too long, is
//! [`ConvertError::Undecidable`]. Texts of errors are Puppet's.

mod error;
mod literal;
mod new;
pub mod number;
pub mod sprintf;
pub mod string;

pub use crate::{
    error::ConvertError,
    literal::literal_form,
    new::{new_instance, new_signatures},
    sprintf::sprintf,
    string::{capitalize, format_value, puppet_quote, to_display_string},
};

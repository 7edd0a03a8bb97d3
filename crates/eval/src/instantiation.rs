//! `new` of types, which is the conversion of values.

use puppet_convert::ConvertError;
use puppet_types::{Type, TypeContext, Value};

use crate::failure::{Operation, Trouble, Unknown};

/// A new instance of a type, checked to be one.
pub fn new(context: &dyn TypeContext, ty: &Type, arguments: &[Value]) -> Operation<Value> {
    puppet_convert::new_instance(context, ty, arguments).map_err(trouble)
}

/// Why a conversion has no result.
pub fn trouble(error: ConvertError) -> Trouble {
    match error {
        ConvertError::Raised(text) | ConvertError::Crash(text) => Trouble::runtime(text),
        ConvertError::Undecidable => Unknown::Undecidable.into(),
    }
}

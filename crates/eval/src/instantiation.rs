//! `new` of types.

use puppet_types::{Type, TypeContext, Value};

use crate::failure::{Operation, Unknown};

/// A new instance of a type, checked to be one.
pub fn new(_context: &dyn TypeContext, _ty: &Type, _arguments: Vec<Value>) -> Operation<Value> {
    Err(Unknown::Function.into())
}

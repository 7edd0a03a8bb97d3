//! `include`, `require` and `contain`, for classes of the program that only set variables.

use puppet_hir::canonical;
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use super::function::{EvalCall, Function, builtin};
use crate::error::Unknown;
use crate::evaluator::EvalResult;

pub(super) const FUNCTIONS: &[Function] = &[
    builtin("contain", declare),
    builtin("include", declare),
    builtin("require", declare),
];

/// Declares the classes; the result refers to them.
fn declare(call: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    let mut names = Vec::new();
    for argument in &call.arguments {
        super::collections::flatten_into(&mut names, argument);
    }
    let mut classes = Vec::with_capacity(names.len());
    for name in &names {
        let name: SmolStr = match name {
            Value::String(name) => SmolStr::new(name),
            Value::Type(Type::Class(Some(name))) => SmolStr::clone(name),
            // Puppet refuses it, or breaks.
            _ => return Err(Unknown::Catalog.into()),
        };
        let name = canonical(&name);
        call.evaluator.declare_class(&name)?;
        classes.push(Value::Type(Type::class(&name)));
    }
    Ok(Value::from(classes))
}

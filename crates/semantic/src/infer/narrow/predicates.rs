//! What tests can find out about something, for those who judge tests.

use puppet_types::{Type, TypeContext, Value};

use crate::infer::inferred::Inferred;
use crate::infer::narrow::constraints::equal_to;
use crate::infer::narrow::set_theoretic::{exclude, members, restrict};

/// Whether something may equal a value.
pub fn may_equal(context: &dyn TypeContext, known: &Inferred, value: &Value) -> bool {
    equal_to(context, known, value).is_some()
}

/// Whether something may be an instance of a type.
pub fn may_be(context: &dyn TypeContext, known: &Inferred, ty: &Type) -> bool {
    restrict(context, known, ty).is_some()
}

/// Whether something may be no instance of a type.
pub fn may_differ(context: &dyn TypeContext, known: &Inferred, ty: &Type) -> bool {
    exclude(context, known, ty).is_some()
}

/// The values that something can have, as text, if they can be listed: those of `Enum`s, `true`, `false` and `undef`.
pub fn choice_of(context: &dyn TypeContext, known: &Inferred) -> Option<Vec<String>> {
    let ty = match known {
        Inferred::Value(Value::Undef) => &Type::Undef,
        Inferred::Value(_) => return None,
        Inferred::Type(ty) => ty,
    };
    let mut values = Vec::new();
    for member in members(context, ty) {
        match &member {
            Type::Undef => values.push("undef".to_owned()),
            Type::Boolean(Some(value)) => values.push(value.to_string()),
            Type::Enum(choice) if !choice.values.is_empty() => {
                values.extend(choice.values.iter().map(|value| format!("'{value}'")));
            }
            _ => return None,
        }
    }
    Some(values)
}

//! Predicates: the possible results of a test, for the rules that report redundant ones.

use puppet_types::{Type, TypeContext, Value};

use crate::infer::inferred::Inferred;
use crate::infer::narrow::constraints::equal_to;
use crate::infer::narrow::set_theoretic::{intersect, subtract, union_members};

/// Whether something may equal a value.
pub fn may_equal(context: &dyn TypeContext, known: &Inferred, value: &Value) -> bool {
    equal_to(context, known, value).is_some()
}

/// Whether something may be an instance of a type.
pub fn may_be(context: &dyn TypeContext, known: &Inferred, ty: &Type) -> bool {
    intersect(context, known, ty).is_some()
}

/// Whether something may be no instance of a type.
pub fn may_differ(context: &dyn TypeContext, known: &Inferred, ty: &Type) -> bool {
    subtract(context, known, ty).is_some()
}

/// The values that something can have, as text, if they can be listed: those of `Enum`s, `true`, `false` and `undef`.
pub fn choice_of(context: &dyn TypeContext, known: &Inferred) -> Option<Vec<String>> {
    let ty = match known {
        Inferred::Value(Value::Undef) => &Type::Undef,
        Inferred::Value(_) => return None,
        Inferred::Type(ty) => ty,
    };
    let mut values = Vec::new();
    for member in union_members(context, ty) {
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

//! The possible results of a test, for the rules that report redundant ones.

use puppet_types::{Relate, StringConstraint, Type, TypeContext, Value};
use smol_str::SmolStr;

use crate::infer::narrow::equality::equal_to;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{intersect, subtract, union_members};

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

/// All the strings that something can be, if it is a string and they can be listed.
pub(super) fn string_values(context: &dyn TypeContext, known: &Inferred) -> Option<Vec<SmolStr>> {
    match known {
        Inferred::Value(value) => Some(vec![value.as_str()?.into()]),
        Inferred::Type(ty) => {
            let mut values = Vec::new();
            for member in union_members(context, ty) {
                match member {
                    Type::Enum(choice) => values.extend(choice.values.iter().cloned()),
                    Type::String(Some(text)) => match &*text {
                        StringConstraint::Value(value) => values.push(value.clone()),
                        StringConstraint::Size(_) => return None,
                    },
                    _ => return None,
                }
            }
            (!values.is_empty()).then_some(values)
        }
    }
}

/// The members of a type that something certainly refuses, those of an `Enum` one by one; none if it refuses all.
#[must_use]
pub fn refused_members(
    context: &dyn TypeContext,
    known: &Inferred,
    is_refused: impl Fn(&Type) -> bool,
) -> Vec<Type> {
    let Inferred::Type(ty) = known else {
        return Vec::new();
    };
    let (mut refused, mut some_fit) = (Vec::new(), false);
    for member in union_members(context, ty) {
        match &member {
            Type::Any | Type::Unknown => return Vec::new(),
            // A string that was compared with a text is taken to be written as the text is, and may be written otherwise.
            Type::Enum(values) if !values.values.is_empty() => {
                some_fit |= values.case_insensitive;
                let one = |value: &SmolStr| Type::enum_of(vec![value.clone()], false);
                let values = values.values.iter().cloned();
                let (no, yes): (Vec<_>, Vec<_>) = values.partition(|it| is_refused(&one(it)));
                some_fit |= !yes.is_empty();
                if !no.is_empty() {
                    refused.push(Type::enum_of(no, false));
                }
            }
            _ if is_refused(&member) => refused.push(member),
            _ => some_fit = true,
        }
    }
    refused.retain(|_| some_fit);
    refused
}

/// The members of a type that are any text, and the patterns that match a text.
#[must_use]
pub fn open_texts(context: &dyn TypeContext, known: &Inferred, text: &str) -> Vec<Type> {
    let Inferred::Type(ty) = known else {
        return Vec::new();
    };
    let is_open = |ty: &Type| match Relate::new(context).resolve_alias(ty) {
        Type::String(None) => true,
        Type::String(Some(constraint)) => matches!(&*constraint, StringConstraint::Size(_)),
        Type::Pattern(_) => Relate::new(context).is_instance(ty, &Value::string(text)),
        _ => false,
    };
    let members = union_members(context, ty).into_iter();
    members.filter(is_open).collect()
}

/// The keys of hashes that do not have this one, whatever they are; `None` if they may have it.
#[must_use]
pub fn keys_without(
    context: &dyn TypeContext,
    known: &Inferred,
    key: &str,
) -> Option<Vec<SmolStr>> {
    let mut keys: Vec<SmolStr> = Vec::new();
    match known {
        Inferred::Value(Value::Hash(entries)) if entries.contains_key(&Value::from(key)) => {
            return None;
        }
        Inferred::Value(Value::Hash(entries)) => {
            keys.extend(entries.keys().filter_map(Value::as_str).map(SmolStr::from));
        }
        Inferred::Value(_) => return None,
        Inferred::Type(ty) => {
            for member in union_members(context, ty) {
                match Relate::new(context).resolve_alias(&member) {
                    Type::Undef => {}
                    Type::Struct(structure) if !structure.elements.is_empty() => {
                        keys.extend(structure.elements.iter().map(|it| it.name.clone()));
                    }
                    _ => return None,
                }
            }
        }
    }
    (!keys.is_empty() && !keys.iter().any(|it| it == key)).then_some(keys)
}

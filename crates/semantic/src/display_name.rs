//! Names, types and values as messages show them.

use puppet_types::{BuiltinContext, StringConstraint, Type, Value, readable, readable_type};

/// How many elements of a list a message shows.
pub const MAX_LISTED: usize = 5;

/// How many characters of a string a message shows.
const MAX_LENGTH: usize = 40;

/// The first elements of a list, and how many more there are.
#[must_use]
pub fn bounded<S: AsRef<str>>(elements: &[S]) -> String {
    let (shown, rest) = elements.split_at(elements.len().min(MAX_LISTED));
    let shown: Vec<&str> = shown.iter().map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    match rest.len() {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Names in quotes, of many the first ones.
#[must_use]
pub fn quoted_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|it| format!("'{it}'")).collect();
    bounded(&names)
}

fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// A value as a literal, where it is short as one.
#[must_use]
pub fn literal_label(value: &Value) -> Option<String> {
    Some(match value {
        Value::Undef => "undef".to_owned(),
        Value::Default => "default".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Regexp(value) => value.delimited(),
        Value::Type(ty) => type_label(ty),
        _ => return None,
    })
}

/// The one value that a type has, as a literal.
fn only_value(ty: &Type) -> Option<String> {
    match ty {
        Type::Undef => Some("undef".to_owned()),
        Type::Boolean(Some(value)) => Some(value.to_string()),
        Type::Integer(range) if range.is_finite() && range.lower_bound() == range.upper_bound() => {
            range.lower_bound().map(ToString::to_string)
        }
        Type::String(Some(constraint)) => match &**constraint {
            StringConstraint::Value(text) => Some(quoted(text)),
            StringConstraint::Size(_) => None,
        },
        _ if *ty == Type::empty_array() || *ty == Type::empty_hash() => {
            Some(readable(&BuiltinContext, ty))
        }
        _ => None,
    }
}

/// A type as [`readable_type`] has it, of many members the first ones; no least length that was only inferred.
#[must_use]
pub fn type_label(ty: &Type) -> String {
    declared_label(&readable_type(&BuiltinContext, ty))
}

/// A type as it is declared, of many members the first ones.
#[must_use]
pub fn declared_label(ty: &Type) -> String {
    match ty {
        Type::Variant(variant) => {
            let members: Vec<String> = variant.types.iter().map(declared_label).collect();
            format!("Variant[{}]", bounded(&members))
        }
        Type::Optional(Some(inner)) => format!("Optional[{}]", declared_label(inner)),
        Type::Enum(choice) if choice.values.len() > MAX_LISTED => {
            format!(
                "Enum[{}]",
                quoted_names(choice.values.iter().map(|it| &**it))
            )
        }
        Type::String(Some(constraint)) => match &**constraint {
            StringConstraint::Size(size) if size.lower_bound().is_some_and(|from| *from > 1) => {
                "String".to_owned()
            }
            _ => ty.to_string(),
        },
        Type::Integer(range) if range.is_finite() && range.lower_bound() == range.upper_bound() => {
            "Integer".to_owned()
        }
        _ => readable(&BuiltinContext, ty),
    }
}

/// A value of which a type is known, as the subject of a sentence: "a value of type String", "6".
#[must_use]
pub fn value_label(ty: &Type) -> String {
    only_value(ty).unwrap_or_else(|| format!("a value of type {}", type_label(ty)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> String {
        let context = &puppet_types::BuiltinContext;
        type_label(&puppet_types::read_text(context, text).unwrap())
    }

    #[test]
    fn types_are_short() {
        for (ty, expected) in [
            ("Variant[String[2], String[3]]", "String"),
            ("Variant[Integer, Undef]", "Optional[Integer]"),
            ("String[1]", "String[1]"),
            (
                "Enum[a, b, c, d, e, f, g]",
                "Enum['a', 'b', 'c', 'd', 'e' and 2 more]",
            ),
        ] {
            assert_eq!(label(ty), expected, "{ty}");
        }
    }

    #[test]
    fn known_values_are_literals() {
        let value = Value::String("a".repeat(50).into());
        assert_eq!(
            literal_label(&value),
            Some(format!("'{}…'", "a".repeat(40)))
        );
        let six = puppet_types::read_text(&puppet_types::BuiltinContext, "Integer[6, 6]").unwrap();
        assert_eq!(value_label(&six), "6");
    }
}

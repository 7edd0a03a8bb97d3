//! Validation of attribute values, with Puppet's messages.
//!
//! Sources: `Puppet::Parameter::ValueCollection#validate`, `Puppet::Parameter::Value#match?`.

use puppet_library::ValueKind;
use puppet_types::{Type, TypeContext, Value, read_text};

use super::{AcceptedForm, AttributeInfo};
use crate::display_name::type_label;
use crate::types::mismatch::mismatch;
use puppet_types::inferred::Inferred;

/// Unions of more types than this are not looked through.
const MAX_MEMBERS: usize = 32;

/// Why an attribute certainly refuses what is known of a value; `None` if it may accept it.
pub fn refusal(
    context: &dyn TypeContext,
    attribute: &AttributeInfo,
    known: &Inferred,
) -> Option<String> {
    if let Some(text) = &attribute.ty {
        let ty = read_text(context, text).ok()?;
        return mismatch(context, &attribute.name, &ty, known).map(|it| it.text);
    }
    match known {
        Inferred::Value(value) => refusal_of_value(attribute, value),
        Inferred::Type(ty) => refusal_of_type(attribute, ty, MAX_MEMBERS),
    }
}

/// Why an attribute certainly refuses a value.
pub fn refusal_of_value(attribute: &AttributeInfo, value: &Value) -> Option<String> {
    match value {
        Value::Undef => None,
        Value::Sensitive(inner) => refusal_of_value(attribute, inner),
        Value::Array(elements) if attribute.is_property => elements
            .iter()
            .find_map(|element| refusal_of_single(attribute, element)),
        value => refusal_of_single(attribute, value),
    }
}

fn refusal_of_single(attribute: &AttributeInfo, value: &Value) -> Option<String> {
    if *value == Value::Undef {
        return None;
    }
    refused_by_list(attribute, value).or_else(|| match value {
        Value::Array(elements) if attribute.each || attribute.is_property => elements
            .iter()
            .find_map(|element| refused_by_forms(attribute, element)),
        value => refused_by_forms(attribute, value),
    })
}

/// What `newvalues` lists: a value matches by its text.
fn refused_by_list(attribute: &AttributeInfo, value: &Value) -> Option<String> {
    if attribute.is_open || attribute.values.is_empty() && attribute.patterns.is_empty() {
        return None;
    }
    let text = text_of(value)?;
    let listed = attribute.values.iter().chain(&attribute.aliases);
    if listed.into_iter().any(|listed| *listed == text) {
        return None;
    }
    for pattern in &attribute.patterns {
        // A list matches by how Ruby shows it, which is rarely what was meant; what cannot be decided is accepted.
        if matches!(value, Value::Array(_) | Value::Hash(_)) {
            return None;
        }
        if pattern.is_match(&text).unwrap_or(true) {
            return None;
        }
    }
    let mut message = format!("Invalid value {}.", inspect(value)?);
    if !attribute.values.is_empty() {
        message += &format!(" Valid values are {}.", attribute.values.join(", "));
    }
    if !attribute.patterns.is_empty() {
        let patterns = attribute
            .patterns
            .iter()
            .map(|it| format!("/{}/", it.source()));
        let patterns: Vec<String> = patterns.collect();
        message += &format!(" Valid values match {}.", patterns.join(", "));
    }
    Some(message)
}

fn refused_by_forms(attribute: &AttributeInfo, value: &Value) -> Option<String> {
    if attribute.accepts.is_empty() || *value == Value::Undef {
        return None;
    }
    let kind = kind_of(value)?;
    let fits = |form: &AcceptedForm| form.kind == kind && fits(form, value);
    if attribute.accepts.iter().any(fits) {
        return None;
    }
    let template = template(attribute, kind);
    Some(
        template
            .replace("{value}", &inspect(value)?)
            .replace("{text}", &text_of(value).unwrap_or_default())
            .replace("{class}", class_of(kind, value)),
    )
}

/// What Puppet says of a value of a kind that no form fits.
fn template(attribute: &AttributeInfo, kind: ValueKind) -> &str {
    let is_of_other_kind = attribute.accepts.iter().all(|form| form.kind != kind);
    let of_kind = attribute.kind_refusal.as_deref();
    of_kind
        .filter(|_| is_of_other_kind)
        .or(attribute.refusal.as_deref())
        .unwrap_or("Invalid value {value}")
}

/// Whether a value of the form's kind is one of the form; in doubt it is.
fn fits(form: &AcceptedForm, value: &Value) -> bool {
    match value {
        Value::String(text) => form
            .pattern
            .as_ref()
            .is_none_or(|pattern| pattern.is_match(text).unwrap_or(true)),
        Value::Integer(number) => {
            form.min.is_none_or(|min| min <= *number) && form.max.is_none_or(|max| *number <= max)
        }
        _ => true,
    }
}

/// The kind of a value; `None` for values of which little is known (a deferred call may become anything).
fn kind_of(value: &Value) -> Option<ValueKind> {
    Some(match value {
        Value::String(_) => ValueKind::String,
        Value::Integer(_) => ValueKind::Integer,
        Value::Float(_) => ValueKind::Float,
        Value::Boolean(_) => ValueKind::Boolean,
        Value::Array(_) => ValueKind::Array,
        Value::Hash(_) => ValueKind::Hash,
        Value::Default | Value::Regexp(_) => ValueKind::Other,
        _ => return None,
    })
}

fn class_of(kind: ValueKind, value: &Value) -> &'static str {
    match (kind, value) {
        (_, Value::Boolean(true)) => "TrueClass",
        (_, Value::Boolean(false)) => "FalseClass",
        (_, Value::Regexp(_)) => "Regexp",
        (ValueKind::String, _) => "String",
        (ValueKind::Integer, _) => "Integer",
        (ValueKind::Float, _) => "Float",
        (ValueKind::Boolean, _) => "Boolean",
        (ValueKind::Array, _) => "Array",
        (ValueKind::Hash, _) => "Hash",
        (ValueKind::Other, _) => "Symbol",
    }
}

/// Ruby's `to_s`; `None` where it is not known.
fn text_of(value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => text.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => puppet_types::Float64(*number).to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Default => "default".to_owned(),
        Value::Array(_) | Value::Hash(_) => inspect(value)?,
        _ => return None,
    })
}

/// Ruby's `inspect`; `None` where it is not known.
pub fn inspect(value: &Value) -> Option<String> {
    inspect_within(value, 8)
}

fn inspect_within(value: &Value, depth: usize) -> Option<String> {
    let Some(depth) = depth.checked_sub(1) else {
        return Some("…".to_owned());
    };
    Some(match value {
        Value::Undef => "nil".to_owned(),
        Value::Default => ":default".to_owned(),
        Value::String(text) => format!("{:?}", text.as_str()),
        Value::Array(elements) => {
            let elements: Option<Vec<String>> = elements
                .iter()
                .map(|element| inspect_within(element, depth))
                .collect();
            format!("[{}]", elements?.join(", "))
        }
        Value::Hash(hash) => {
            let entries: Option<Vec<String>> = hash
                .iter()
                .map(|(key, value)| {
                    let (key, value) = (inspect_within(key, depth)?, inspect_within(value, depth)?);
                    Some(format!("{key}=>{value}"))
                })
                .collect();
            format!("{{{}}}", entries?.join(", "))
        }
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => text_of(value)?,
        _ => return None,
    })
}

/// Why an attribute refuses every instance of a type.
fn refusal_of_type(attribute: &AttributeInfo, ty: &Type, limit: usize) -> Option<String> {
    let limit = limit.checked_sub(1)?;
    match ty {
        Type::Boolean(Some(truth)) => refusal_of_value(attribute, &Value::Boolean(*truth)),
        Type::Boolean(None) => {
            refusal_of_value(attribute, &Value::Boolean(false))?;
            refusal_of_value(attribute, &Value::Boolean(true))
        }
        Type::Enum(values) if !values.case_insensitive => {
            let refusals: Option<Vec<String>> = values
                .values
                .iter()
                .map(|text| refusal_of_value(attribute, &Value::String(text.clone())))
                .collect();
            refusals?.into_iter().next()
        }
        Type::Variant(variant) => {
            if variant.types.len() > MAX_MEMBERS {
                return None;
            }
            let refusals: Option<Vec<String>> = variant
                .types
                .iter()
                .map(|member| refusal_of_type(attribute, member, limit))
                .collect();
            refusals?.into_iter().next()
        }
        Type::Integer(_) => refuses_kind(attribute, ValueKind::Integer, ty),
        Type::Float(_) => refuses_kind(attribute, ValueKind::Float, ty),
        Type::Hash(_) | Type::Struct(_) => refuses_kind(attribute, ValueKind::Hash, ty),
        Type::String(_) | Type::Pattern(_) => refuses_kind(attribute, ValueKind::String, ty),
        _ => None,
    }
}

/// Why an attribute refuses every value of a kind.
fn refuses_kind(attribute: &AttributeInfo, kind: ValueKind, ty: &Type) -> Option<String> {
    let by_forms =
        !attribute.accepts.is_empty() && attribute.accepts.iter().all(|form| form.kind != kind);
    let by_list = !attribute.is_open
        && !attribute.values.is_empty()
        && attribute.patterns.is_empty()
        && match kind {
            ValueKind::String | ValueKind::Array => false,
            ValueKind::Integer | ValueKind::Float => attribute
                .values
                .iter()
                .chain(&attribute.aliases)
                .all(|value| value.parse::<f64>().is_err()),
            _ => true,
        };
    if by_list {
        return Some(format!(
            "Invalid value of type {}. Valid values are {}.",
            type_label(ty),
            attribute.values.join(", ")
        ));
    }
    by_forms.then(|| {
        let template = template(attribute, kind);
        let of_type = format!("of type {}", type_label(ty));
        template
            .replace("{value}", &of_type)
            .replace("{text}", &of_type)
            .replace("{class}", class_of(kind, &Value::Undef))
    })
}

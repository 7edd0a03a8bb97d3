//! Parameters of `Resource` and `Class`: names, titles, or parameters of what the catalog holds.

use smol_str::SmolStr;

use super::{
    TypeAccess,
    error::{AccessError, Blame},
    flatten,
};
use crate::{
    format::capitalize_segments,
    ty::{ResourceType, Type},
    value::Value,
};

type TitleOutcome = Result<Option<Value>, AccessError>;

impl TypeAccess<'_> {
    pub(super) fn resource(&self, resource: &ResourceType, keys: &[Value]) -> TitleOutcome {
        let mut keys = keys;
        let name = match (&resource.name, keys.split_first()) {
            (Some(name), Some(_)) => name.clone(),
            (None, Some((first, rest))) => {
                keys = rest;
                self.resource_name(first)?
            }
            (_, None) => {
                let base = self.relate.to_text(self.base);
                return Err(AccessError::arity(&base, 1, None, 0));
            }
        };
        if !is_class_reference(&name) {
            let message = format!(
                "Illegal type reference. The given name '{name}' does not conform to the naming rule"
            );
            return Err(AccessError::new("ILLEGAL_CLASSREF", Blame::Key(0), message));
        }
        let is_list = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
        let titles = defined(keys);
        if titles.is_empty() && !keys.is_empty() {
            return empty_specialization(is_list);
        }
        if resource.title.is_some() {
            return Ok(None);
        }
        if titles.is_empty() {
            return Ok(Some(Value::Type(Type::resource_of(name, None))));
        }
        let shifted = usize::from(titles.len() != keys.len());
        let mut types = Vec::new();
        for (index, title) in titles.iter().enumerate() {
            let Value::String(title) = title else {
                let message = format!(
                    "Cannot use {} where a resource title String is expected",
                    self.key_type_name(title)
                );
                return Err(self.specialization(Blame::Key(index + shifted), &message));
            };
            types.push(Value::Type(Type::resource_of(
                name.clone(),
                Some(title.clone()),
            )));
        }
        Ok(Some(one_or_all(types, is_list)))
    }

    fn resource_name(&self, key: &Value) -> Result<SmolStr, AccessError> {
        match key {
            Value::String(name) => Ok(capitalize_segments(name).into()),
            Value::Type(Type::Resource(resource)) if resource.name.is_some() => {
                Ok(resource.name.clone().unwrap_or_default())
            }
            other => {
                let message = format!(
                    "First argument to Resource[] must be a resource type or a String. Got {}.",
                    self.key_type_name(other)
                );
                Err(AccessError::new(
                    "ILLEGAL_RESOURCE_SPECIALIZATION",
                    Blame::Key(0),
                    message,
                ))
            }
        }
    }

    pub(super) fn class(&self, name: Option<&SmolStr>, keys: &[Value]) -> TitleOutcome {
        if keys.is_empty() {
            return Err(AccessError::arity(
                &self.relate.to_text(self.base),
                1,
                None,
                0,
            ));
        }
        let is_list = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
        let names = defined(keys);
        if names.is_empty() {
            return empty_specialization(is_list);
        }
        if name.is_some() {
            return Ok(None);
        }
        let mut types = Vec::new();
        for (index, key) in names.iter().enumerate() {
            let Value::String(given) = key else {
                let label = self.label(key);
                let article = if super::error::article(&label) == "an" {
                    "An"
                } else {
                    "A"
                };
                let message = format!(
                    "Illegal Class name in class reference. {article} {label} cannot be used where a String is expected"
                );
                return Err(AccessError::new(
                    "ILLEGAL_HOSTCLASS_NAME",
                    Blame::Key(index),
                    message,
                ));
            };
            let lower = given.to_lowercase();
            let name = lower.strip_prefix("::").unwrap_or(&lower);
            if !is_name(name) {
                let message = format!(
                    "Illegal name. The given name '{given}' does not conform to the naming rule \
                     /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
                );
                return Err(AccessError::new("ILLEGAL_NAME", Blame::Key(index), message));
            }
            types.push(Value::Type(Type::Class(Some(SmolStr::from(name).into()))));
        }
        Ok(Some(one_or_all(types, is_list)))
    }
}

/// All keys that are defined, with arrays replaced by their elements.
fn defined(keys: &[Value]) -> Vec<Value> {
    let mut keys = flatten(keys);
    keys.retain(|key| *key != Value::Undef);
    keys
}

fn one_or_all(mut types: Vec<Value>, is_list: bool) -> Value {
    if is_list {
        Value::array(types)
    } else {
        types.pop().unwrap_or(Value::Undef)
    }
}

/// Puppet only warns that all arguments are empty.
fn empty_specialization(is_list: bool) -> TitleOutcome {
    Ok(Some(if is_list {
        Value::array(Vec::new())
    } else {
        Value::Undef
    }))
}

/// Patterns::CLASSREF_EXT: segments that start with a capital, each with or without `::` before it.
pub(crate) fn is_class_reference(name: &str) -> bool {
    segments(name).is_some_and(|mut segments| {
        segments.all(|segment| segment.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// Patterns::NAME, without a leading `::`.
fn is_name(name: &str) -> bool {
    segments(name.strip_prefix("::").unwrap_or(name)).is_some_and(|mut segments| {
        segments.all(|segment| segment.starts_with(|c: char| c.is_ascii_lowercase()))
    })
}

fn segments(name: &str) -> Option<impl Iterator<Item = &str>> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.split("::")
        .all(|segment| segment.chars().all(is_word))
        .then(|| name.split("::"))
}

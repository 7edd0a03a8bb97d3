//! Errors of the operator `[]`, in Puppet's words.

use std::fmt;

use super::TypeAccess;
use crate::{
    ty::{StructKey, Type},
    value::Value,
};

/// Why a type cannot have these parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessError {
    /// Puppet's code of the issue.
    pub issue: &'static str,
    /// Puppet's text, without `Evaluation Error: ` before it.
    pub message: String,
    /// Which part of the expression is to blame.
    pub blame: Blame,
}

/// A part of an access expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blame {
    /// The whole expression.
    Whole,
    /// What stands before the brackets.
    Left,
    /// A key, by its place after arrays have been replaced by their elements; there may be fewer keys as written.
    Key(usize),
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AccessError {}

impl AccessError {
    pub(super) fn new(issue: &'static str, blame: Blame, message: impl Into<String>) -> Self {
        AccessError {
            issue,
            message: message.into(),
            blame,
        }
    }

    /// What a constructor of a type raises.
    pub(super) fn runtime(detail: impl fmt::Display) -> Self {
        Self::new(
            "RUNTIME_ERROR",
            Blame::Whole,
            format!("Error while evaluating a '[]' expression, {detail}"),
        )
    }

    pub(super) fn unknown_resource_type(name: &str) -> Self {
        Self::new(
            "UNKNOWN_RESOURCE_TYPE",
            Blame::Whole,
            format!("Resource type not found: {name}"),
        )
    }

    /// The wrong number of keys; `max` is `None` for any number.
    pub(super) fn arity(base: &str, min: usize, max: Option<usize>, actual: usize) -> Self {
        let accepted = match max {
            None => format!("{min} or more arguments"),
            Some(max) if max != min => format!("{min} to {max} arguments"),
            Some(_) if min == 1 => "1 argument".to_owned(),
            Some(_) => format!("{min} arguments"),
        };
        let message = format!("{base}[] accepts {accepted}. Got {actual}");
        Self::new("BAD_TYPE_SLICE_ARITY", Blame::Whole, message)
    }

    /// A key that is not a type.
    pub(super) fn not_a_type(base: &str, index: usize, key: &Value) -> Self {
        let message = format!(
            "{base}-Type[] arguments must be types. Got {}",
            class_name(key)
        );
        Self::new("BAD_TYPE_SLICE_TYPE", Blame::Key(index), message)
    }
}

impl TypeAccess<'_> {
    /// How a value is called in a message (ModelLabelProvider).
    pub(super) fn label(&self, value: &Value) -> String {
        match value {
            Value::Type(ty @ Type::Resource(resource)) if resource.title.is_some() => {
                format!("{} Resource-Reference", self.relate.to_text(ty))
            }
            Value::Type(ty) => format!("{}-Type", self.relate.to_text(ty)),
            Value::Undef => "Undef Value".to_owned(),
            Value::Default | Value::Iterator(_) | Value::Object(_) | Value::Uri(_) => {
                "Object".to_owned()
            }
            Value::Boolean(_) => "Boolean".to_owned(),
            Value::Integer(_) | Value::BigInteger(_) => "Integer".to_owned(),
            Value::Float(_) => "Float".to_owned(),
            Value::String(_) => "String".to_owned(),
            Value::Regexp(_) => "Regexp".to_owned(),
            Value::SemVer(_) => "Semver".to_owned(),
            Value::SemVerRange(_) => "SemverRange".to_owned(),
            Value::Timespan(_) => "Timespan".to_owned(),
            Value::Timestamp(_) => "Timestamp".to_owned(),
            Value::Binary(_) => "Binary".to_owned(),
            Value::Array(_) => "Array".to_owned(),
            Value::Hash(_) => "Hash".to_owned(),
            Value::Sensitive(_) => "Sensitive".to_owned(),
        }
    }

    /// How a key is called (AccessOperator#bad_key_type_name).
    pub(super) fn key_type_name(&self, key: &Value) -> String {
        match key {
            Value::Undef => "Undef".to_owned(),
            Value::Default => "Default".to_owned(),
            _ => {
                let inferred = self.relate.infer(key);
                self.relate.to_text(&self.relate.generalize(&inferred))
            }
        }
    }

    pub(super) fn specialization(&self, blame: Blame, message: &str) -> AccessError {
        let label = self.label(&Value::Type(self.base.clone()));
        let message = format!(
            "Error creating type specialization of {} {label}, {message}",
            article(&label)
        );
        AccessError::new("BAD_TYPE_SPECIALIZATION", blame, message)
    }

    /// Checks the number of keys and the kind of each (AccessOperator#assert_keys).
    pub(super) fn assert_keys(
        &self,
        keys: &[Value],
        max: Option<usize>,
        expected: &str,
        is_allowed: impl Fn(&Value) -> bool,
    ) -> Result<(), AccessError> {
        if keys.is_empty() || max.is_some_and(|max| keys.len() > max) {
            return Err(AccessError::arity(
                &self.base_with_article(),
                1,
                max,
                keys.len(),
            ));
        }
        match keys.iter().position(|key| !is_allowed(key)) {
            None => Ok(()),
            Some(index) => {
                Err(self.wrong_key(index, keys.get(index).unwrap_or(&Value::Undef), expected))
            }
        }
    }

    pub(super) fn wrong_key(&self, index: usize, key: &Value, expected: &str) -> AccessError {
        let message = format!(
            "Cannot use {} where {expected} is expected",
            self.key_type_name(key)
        );
        self.specialization(Blame::Key(index), &message)
    }

    /// `A Struct-Type`, `An Enum-Type`.
    pub(super) fn base_with_article(&self) -> String {
        let label = self.label(&Value::Type(self.base.clone()));
        let article = if article(&label) == "an" { "An" } else { "A" };
        format!("{article} {label}")
    }
}

/// The article of a label.
pub(crate) fn article(label: &str) -> &'static str {
    let first = label
        .chars()
        .find(|c| !matches!(c, '"' | '\''))
        .unwrap_or_default();
    if matches!(
        first.to_ascii_lowercase(),
        'a' | 'e' | 'i' | 'o' | 'u' | 'y'
    ) {
        "an"
    } else {
        "a"
    }
}

/// Ruby's name of the class of a value, as Puppet shows it in some messages.
pub fn class_name(value: &Value) -> String {
    let name = match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::SemVer(_) => "SemanticPuppet::Version",
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Uri(uri) => match uri
            .parts()
            .scheme
            .as_deref()
            .map(str::to_ascii_lowercase)
            .as_deref()
        {
            Some("http") => "URI::HTTP",
            Some("https") => "URI::HTTPS",
            Some("ftp") => "URI::FTP",
            Some("file") => "URI::File",
            Some("ldap") => "URI::LDAP",
            Some("ldaps") => "URI::LDAPS",
            Some("mailto") => "URI::MailTo",
            _ => "URI::Generic",
        },
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Type(ty) => return format!("Puppet::Pops::Types::P{}Type", type_class(ty)),
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator",
        Value::Object(_) => "Object",
    };
    name.to_owned()
}

/// The part of the name of Puppet's class of a type that distinguishes it from others.
pub(super) fn type_class(ty: &Type) -> &str {
    match ty {
        Type::Alias(_) => "TypeAlias",
        Type::Object(_) => "Object",
        Type::ObjectExtension(_) => "ObjectTypeExtension",
        Type::Struct(structure)
            if structure
                .elements
                .iter()
                .any(|element| element.key == StructKey::Enum) =>
        {
            "Struct"
        }
        _ => crate::format::simple_name(ty),
    }
}

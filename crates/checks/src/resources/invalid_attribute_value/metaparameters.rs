//! Values of the attributes that every resource has.
//!
//! Sources: `Puppet::Parser::Resource`, `Puppet::Resource.extract_type_and_title`, `Puppet::Util::Tagging`,
//! `Puppet::Parser::Compiler#add_class` (stages), `Puppet::Type.newmetaparam(:audit)`.

use puppet_diagnostics::Severity;
use puppet_types::{Type, Value};

use crate::resources::attributes::ResourceKind;
use crate::resources::invalid_attribute_value::{refused, severity};
use crate::resources::unknown_attribute;
use crate::resources::unresolved_reference::RELATIONSHIPS;
use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_inference::body_context::attribute_sources::{AttributeDeclaration, Given};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::display_name::value_label;
use puppet_semantic::resource_types::{inspect, metaparameter, refusal, stub_attribute};
use puppet_types::inferred::Inferred;

pub fn check(
    context: &Context<'_>,
    uses: &Uses<'_>,
    target: &ResourceKind<'_>,
    out: &mut Vec<BodyDiagnostic>,
) {
    if matches!(target, ResourceKind::Unknown) {
        return;
    }
    for given in uses.declaration.given.iter().filter(|it| !it.is_inherited) {
        let is_own = match target {
            ResourceKind::Defined(signature) => signature.parameter(&given.name).is_some(),
            ResourceKind::Ruby(info) => info.attribute(&given.name).is_some(),
            ResourceKind::Class | ResourceKind::Unknown => false,
        };
        if !is_own {
            out.extend(check_value(context, uses, target, given));
        }
    }
}

fn check_value(
    context: &Context<'_>,
    uses: &Uses<'_>,
    target: &ResourceKind<'_>,
    given: &Given,
) -> Option<BodyDiagnostic> {
    match &*given.name {
        name if RELATIONSHIPS.contains(&name) => check_reference(uses, given),
        "tag" => check_tag(uses, given),
        "audit" => check_audit(uses, target, given),
        "stage" => check_stage(context, uses.declaration, target, given),
        name => {
            let attribute = stub_attribute(metaparameter(name)?);
            let reason = refusal(&context.names, &attribute, &given.value)?;
            Some(refused(uses, name, given.value_at, &reason))
        }
    }
}

/// A diagnostic about a metaparameter.
fn diagnostic(uses: &Uses<'_>, given: &Given, message: String) -> BodyDiagnostic {
    let diagnostic = BodyDiagnostic::new(&rules::INVALID_ATTRIBUTE_VALUE, given.value_at, message);
    diagnostic.with_severity(severity(uses, &[&given.name]))
}

fn check_reference(uses: &Uses<'_>, given: &Given) -> Option<BodyDiagnostic> {
    let text = match &given.value {
        Inferred::Value(value) => value.flattened().find_map(no_reference)?,
        Inferred::Type(ty) if is_no_reference(ty) => value_label(ty),
        Inferred::Type(_) => return None,
    };
    let message = format!("No title provided and \"{text}\" is not a valid resource reference");
    let diagnostic = diagnostic(uses, given, message);
    Some(diagnostic.with_help("Write a reference with a type and a title, as in Package['ntp']"))
}

/// The text of a value that refers to no resource, as Puppet shows it.
fn no_reference(value: &Value) -> Option<String> {
    match value {
        Value::Sensitive(inner) => inner.flattened().find_map(|inner| match inner {
            Value::Sensitive(_) => None,
            inner => no_reference(inner),
        }),
        Value::String(text) => (!is_reference(text)).then(|| text.to_string()),
        Value::Default => Some("default".to_owned()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Hash(_) => inspect(value),
        Value::Regexp(regexp) => Some(regexp.to_string()),
        Value::Type(ty) => match ty {
            Type::Resource(resource) if resource.title.is_none() => {
                resource.name.as_ref().map(|name| format!("{name}[]"))
            }
            Type::Class(None) => Some("class".to_owned()),
            Type::Integer(_)
            | Type::String(_)
            | Type::Boolean(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Float(_) => Some(ty.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// `Type[title]`
fn is_reference(text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix(']')
        .and_then(|text| text.split_once('['))
        .is_some_and(|(name, title)| !name.is_empty() && !title.is_empty() && !name.contains(']'))
}

fn is_no_reference(ty: &Type) -> bool {
    match ty {
        Type::Boolean(_)
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Numeric
        | Type::Hash(_)
        | Type::Struct(_)
        | Type::Regexp(_) => true,
        Type::Enum(values) => values.values.iter().all(|text| !is_reference(text)),
        _ => false,
    }
}

fn check_tag(uses: &Uses<'_>, given: &Given) -> Option<BodyDiagnostic> {
    let Inferred::Value(value) = &given.value else {
        return None;
    };
    let text = value.flattened().find_map(|value| match value {
        Value::String(text) => (!is_tag(text)).then(|| text.to_string()),
        Value::Hash(_) => inspect(value),
        _ => None,
    })?;
    let message = format!("Invalid tag '{text}'");
    let diagnostic = BodyDiagnostic::new(&rules::INVALID_ATTRIBUTE_VALUE, given.value_at, message);
    // The compiler sees to it, whether the resource is virtual or not, and before collectors do anything.
    Some(
        diagnostic.with_severity(match uses.value_is_declared("tag") {
            true => Severity::Error,
            false => Severity::Warning,
        }),
    )
}

/// A word character, and then those of names of classes, types and files.
fn is_tag(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.starts_with(is_word)
        && text
            .chars()
            .all(|c| is_word(c) || matches!(c, ':' | '.' | '-'))
}

fn check_audit(
    uses: &Uses<'_>,
    target: &ResourceKind<'_>,
    given: &Given,
) -> Option<BodyDiagnostic> {
    let Inferred::Value(value) = &given.value else {
        return None;
    };
    let has = |name: &str| match target {
        ResourceKind::Ruby(info) => info.is_open || unknown_attribute::has(info, name),
        _ => name == "name" || metaparameter(name).is_some(),
    };
    if matches!(value, Value::String(all) if all == "all") {
        return None;
    }
    let elements: Vec<&Value> = value.flattened().collect();
    if matches!(&elements[..], [Value::String(all)] if all == "all") {
        return None;
    }
    let wrong = elements.into_iter().find_map(|value| match value {
        Value::String(name) => (!has(name)).then(|| name.to_string()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Hash(_) => inspect(value),
        _ => None,
    })?;
    let label = uses.declaration.label();
    let reason = format!("Cannot audit {wrong}: not a valid attribute for {label}");
    Some(refused(uses, "audit", given.value_at, &reason))
}

/// Only classes have a stage, and it is named by its title.
fn check_stage(
    context: &Context<'_>,
    declaration: &AttributeDeclaration,
    target: &ResourceKind<'_>,
    given: &Given,
) -> Option<BodyDiagnostic> {
    let label = declaration.label();
    let message = match (target, &given.value) {
        (
            _,
            Inferred::Value(Value::Undef | Value::Boolean(false)) | Inferred::Type(Type::Unknown),
        ) => {
            return None;
        }
        (ResourceKind::Class, Inferred::Value(value)) => match value {
            Value::Array(_) | Value::Hash(_) | Value::Integer(_) | Value::Boolean(_) => {
                format!(
                    "Could not find stage {} specified by {label}",
                    inspect(value)?
                )
            }
            Value::Type(Type::Resource(stage)) if stage.title.is_some() => {
                format!(
                    "Could not find stage {} specified by {label}",
                    Type::Resource(stage.clone())
                )
            }
            _ => return None,
        },
        (ResourceKind::Class, Inferred::Type(_)) => return None,
        (_, Inferred::Type(ty)) if puppet_types::assignable(&context.names, ty, &Type::Undef) => {
            return None;
        }
        _ => format!(
            "Only classes can set 'stage'; normal resources like {label} cannot change run stage"
        ),
    };
    let is_declared = matches!(
        declaration.role,
        puppet_inference::body_context::attribute_sources::Role::Resource
            | puppet_inference::body_context::attribute_sources::Role::DefaultBody { .. }
    );
    is_declared
        .then(|| BodyDiagnostic::new(&rules::INVALID_ATTRIBUTE_VALUE, given.name_at, message))
}

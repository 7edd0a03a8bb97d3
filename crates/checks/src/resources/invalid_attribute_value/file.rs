//! Attributes of `file` that exclude each other.
//!
//! Source: the `validate` of `Puppet::Type::File`.

use puppet_diagnostics::Severity;
use puppet_types::{Relate, Type, Value};

use crate::resources::invalid_attribute_value::severity;
use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_inference::body_context::attribute_sources::{Given, Role};
use puppet_inference::body_context::value_origins::leading_text;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_types::inferred::Inferred;

/// What `ensure` says by itself; any other text is the target of a link.
const STATES: [&str; 6] = ["absent", "directory", "false", "file", "link", "present"];

pub fn check(context: &Context<'_>, uses: &Uses<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declaration = uses.declaration;
    if declaration.role != Role::Resource {
        return;
    }
    let given = |name: &str| {
        declaration
            .attribute(name)
            .filter(|given| is_certain(context, &given.value))
    };
    let ensured_link = declaration
        .attribute("ensure")
        .filter(|given| is_target(given));
    let creators: Vec<&Given> = ["content", "source"]
        .iter()
        .filter_map(|name| given(name))
        .chain(given("target").or(ensured_link))
        .collect();
    if let [_, .., last] = &creators[..] {
        let reason = "You cannot specify more than one of content, source, target";
        let attributes: Vec<&str> = creators.iter().map(|it| &*it.name).collect();
        let diagnostic = failed(uses, &attributes, last.value_at, reason);
        out.push(match last.name == "ensure" {
            true => diagnostic.with_help(
                "Use 'present', 'absent', 'file', 'directory' or 'link': any other 'ensure' is the target of a link",
            ),
            false => diagnostic,
        });
    }
    if let Some(source) = declaration.attribute("source")
        && let Some(scheme) = other_scheme(context, source)
    {
        let label = declaration.label();
        let message = format!(
            "Parameter source failed on {label}: Cannot use URLs of type '{scheme}' as source for fileserving"
        );
        let rule = &rules::INVALID_ATTRIBUTE_VALUE;
        let diagnostic = BodyDiagnostic::new(rule, source.value_at, message)
            .with_severity(severity(uses, &["source"]))
            .with_help("Text for the file belongs in 'content'");
        out.push(diagnostic);
    }
    let text = |name: &str| match declaration.attribute(name).map(|given| &given.value) {
        Some(Inferred::Value(Value::String(text))) => Some(text.as_str()),
        _ => None,
    };
    let checksum = declaration.attribute("checksum");
    let is_source_absent = declaration.is_complete && declaration.attribute("source").is_none();
    match (text("recurse"), declaration.attribute("recurse")) {
        (Some("remote"), Some(recurse)) if is_source_absent => {
            let reason = "You cannot specify a remote recursion without a source";
            // The source may come from defaults.
            let diagnostic = failed(uses, &["recurse"], recurse.value_at, reason);
            out.push(diagnostic.with_severity(Severity::Warning));
        }
        _ => {}
    }
    match (text("checksum"), checksum) {
        (Some("none"), Some(checksum)) if given("source").is_some() => {
            let reason = "You cannot specify source when using checksum 'none'";
            let attributes = ["checksum", "source"];
            out.push(failed(uses, &attributes, checksum.value_at, reason));
        }
        (Some(kind @ ("ctime" | "mtime")), Some(checksum)) if given("content").is_some() => {
            let reason = format!("You cannot specify content when using checksum '{kind}'");
            let attributes = ["checksum", "content"];
            out.push(failed(uses, &attributes, checksum.value_at, &reason));
        }
        _ => {}
    }
}

/// The schemes of sources.
const SCHEMES: [&str; 4] = ["file", "http", "https", "puppet"];

/// The scheme of a source that is put together, if it is no scheme of sources. One letter is a drive.
fn other_scheme(context: &Context<'_>, source: &Given) -> Option<String> {
    let Anchor::Expr(expr) = source.value_at else {
        return None;
    };
    let start = leading_text(context, expr);
    let (scheme, _) = start.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    (is_scheme && !SCHEMES.contains(&scheme)).then(|| scheme.to_owned())
}

/// Whether a value is certainly given: it is not `undef`, and no empty array of a property.
fn is_certain(context: &Context<'_>, known: &Inferred) -> bool {
    match known {
        Inferred::Value(Value::Undef) => false,
        Inferred::Value(Value::Array(elements)) => !elements.is_empty(),
        Inferred::Value(_) => true,
        Inferred::Type(Type::Unknown | Type::Array(_) | Type::Tuple(_)) => false,
        Inferred::Type(ty) => {
            let relate = Relate::new(&context.names);
            relate.disjoint(ty, &Type::Undef) && relate.doubt().is_none()
        }
    }
}

/// Whether `ensure` is the target of a link.
fn is_target(ensure: &Given) -> bool {
    match &ensure.value {
        Inferred::Value(Value::String(text)) => {
            !text.is_empty() && !STATES.contains(&text.as_str())
        }
        Inferred::Value(Value::Integer(_) | Value::Float(_) | Value::Boolean(true)) => true,
        _ => false,
    }
}

fn failed(uses: &Uses<'_>, attributes: &[&str], at: Anchor, reason: &str) -> BodyDiagnostic {
    let message = format!(
        "Validation of {} failed: {reason}",
        uses.declaration.label()
    );
    let diagnostic = BodyDiagnostic::new(&rules::INVALID_ATTRIBUTE_VALUE, at, message);
    diagnostic.with_severity(severity(uses, attributes))
}

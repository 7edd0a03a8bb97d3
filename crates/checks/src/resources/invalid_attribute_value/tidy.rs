//! Attributes of `tidy` that need another one.
//!
//! Source: the `munge` of `matches` in `Puppet::Type::Tidy`.

use puppet_diagnostics::Severity;
use puppet_types::Value;

use crate::resources::invalid_attribute_value::severity;
use crate::rules;
use puppet_inference::body_context::attribute_sources::Role;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::Inferred;

pub fn check(uses: &Uses<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declaration = uses.declaration;
    let Some(matches) = declaration.attribute("matches") else {
        return;
    };
    let is_undef = matches.value == Inferred::UNDEF;
    if declaration.role != Role::Resource || is_undef {
        return;
    }
    let recurse = declaration.attribute("recurse");
    let is_off = match recurse.map(|given| &given.value) {
        None => declaration.is_complete,
        Some(Inferred::Value(value)) => match value {
            Value::Undef | Value::Boolean(false) => true,
            Value::Integer(depth) => *depth == 0,
            Value::String(text) => matches!(text.as_str(), "0" | "false" | ""),
            _ => false,
        },
        Some(Inferred::Type(_)) => false,
    };
    if !is_off {
        return;
    }
    let message = format!(
        "Parameter matches failed on {}: Tidy can't use matches with recurse 0, false, or undef",
        declaration.label()
    );
    let at = recurse.map_or(matches.value_at, |given| given.value_at);
    let diagnostic = BodyDiagnostic::new(&rules::INVALID_ATTRIBUTE_VALUE, at, message);
    // Without an attribute here, it may come from defaults.
    out.push(diagnostic.with_severity(match recurse {
        Some(_) => severity(uses, &["matches", "recurse"]),
        None => Severity::Warning,
    }));
}

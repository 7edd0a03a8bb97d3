//! Attributes of `cron` that exclude each other.
//!
//! Source: the `validate` of `Puppet::Type::Cron`.

use puppet_types::Value;

use crate::resources::invalid_attribute_value::severity;
use crate::rules;
use puppet_inference::body_context::attribute_sources::Role;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::Inferred;

const FIELDS: [&str; 5] = ["minute", "hour", "weekday", "monthday", "month"];

pub fn check(uses: &Uses<'_>, out: &mut Vec<BodyDiagnostic>) {
    let declaration = uses.declaration;
    let is_schedule = |known: &Inferred| {
        matches!(known, Inferred::Value(Value::String(text)) if !text.is_empty() && text != "absent" && text != "*")
            || matches!(known, Inferred::Value(Value::Integer(_)))
    };
    let special = declaration.attribute("special");
    if declaration.role != Role::Resource || !special.is_some_and(|it| is_schedule(&it.value)) {
        return;
    }
    for given in FIELDS
        .iter()
        .filter_map(|field| declaration.attribute(field))
    {
        if is_schedule(&given.value) {
            let label = declaration.label();
            let message = format!(
                "Validation of {label} failed: {label} cannot specify both a special schedule and a value for {}",
                given.name
            );
            let diagnostic =
                BodyDiagnostic::new(&rules::INVALID_ATTRIBUTE_VALUE, given.value_at, message);
            out.push(diagnostic.with_severity(severity(uses, &["special", &given.name])));
        }
    }
}

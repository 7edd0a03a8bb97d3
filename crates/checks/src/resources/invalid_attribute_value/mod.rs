//! Values that an attribute refuses, when the catalog is applied.
//!
//! Source: `Puppet::Parameter#value=` and the `validate` and `munge` of each attribute.

pub(crate) mod cron;
pub(crate) mod file;
pub(crate) mod metaparameters;
mod misspelled_value;
mod numeric_mode;
pub(crate) mod tidy;

use puppet_diagnostics::{Safety, Severity, declare_rule};
use puppet_hir::model::ExprId;
use puppet_library::ValueKind;
use puppet_types::{Type, Value};

use puppet_inference::body_context::Context;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_inference::body_context::attribute_sources::{Given, Role};
use puppet_inference::body_context::value_origins::value_origins;
use puppet_inference::infer::{open_texts, refused_members};
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::resource_types::existence::{self, Presence};
use puppet_semantic::resource_types::{AttributeInfo, ResourceTypeInfo, refusal, refusal_of_value};
use puppet_text::closest;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::Refused;

declare_rule! {
    /// An attribute has a value that its resource type refuses.
    pub INVALID_ATTRIBUTE_VALUE = {
        code: "R305", name: "invalid-attribute-value",
        level: Error, fix: Unsafe, puppet_lint: ["unquoted_file_mode"],
    }
}

/// Features that the usual provider of a type has on every system that matters; without the feature, a provider
/// ignores the attribute and its value.
const COMMON_FEATURES: [&str; 8] = [
    "enableable",
    "holdable",
    "manages_expiry",
    "manages_password_age",
    "manages_passwords",
    "manages_shell",
    "manages_symlinks",
    "virtual_packages",
];

pub fn check(
    context: &Context<'_>,
    uses: &Uses<'_>,
    info: &ResourceTypeInfo,
    out: &mut Vec<BodyDiagnostic>,
) {
    for given in uses.declaration.given.iter().filter(|it| !it.is_inherited) {
        // `name` is the namevar, whatever that is called.
        let attribute = match &*given.name {
            "provider" => None,
            "name" => info.attribute("name").or_else(|| info.namevar()),
            name => info.attribute(name),
        };
        if let Some(attribute) = attribute {
            out.extend(check_value(context, uses, attribute, given));
        }
    }
    check_title(context, uses, info, out);
    if info.name == "resources" {
        check_managed_type(context, uses, out);
    }
}

/// The name of `resources` is that of a resource type, which is looked for when the catalog is applied.
fn check_managed_type(context: &Context<'_>, uses: &Uses<'_>, out: &mut Vec<BodyDiagnostic>) {
    if uses.declaration.role != Role::Resource {
        return;
    }
    for title in &uses.declaration.titles {
        if existence::resource_type(&context.names, title) == Presence::Absent {
            let reason = format!("Could not find resource type '{title}'");
            out.push(refused(uses, "name", uses.declaration.anchor(), &reason));
        }
    }
}

fn check_value(
    context: &Context<'_>,
    uses: &Uses<'_>,
    attribute: &AttributeInfo,
    given: &Given,
) -> Option<BodyDiagnostic> {
    let at = match given.value_at {
        Anchor::Expr(at) if *context.inference.result(at) == given.value => at,
        at => return check_known(context, uses, attribute, &given.name, &given.value, at),
    };
    value_origins(context, at)
        .find_map(|value| {
            let (known, at) = (value.known, value.anchor());
            let diagnostic = check_known(context, uses, attribute, &given.name, known, at)?;
            Some(value.explain(context, diagnostic))
        })
        .or_else(|| may_be_refused(context, uses, attribute, at))
}

/// Members of a value's type that an attribute refuses.
fn may_be_refused(
    context: &Context<'_>,
    uses: &Uses<'_>,
    attribute: &AttributeInfo,
    at: ExprId,
) -> Option<BodyDiagnostic> {
    let is_refused = |ty: &Type| {
        let known = Inferred::Type(ty.clone());
        refusal(&context.names, attribute, &known).is_some()
    };
    let known = context.inference.result(at);
    let members = refused_members(&context.names, known, is_refused);
    // Any text may come where a few words are accepted.
    let partial = match attribute.is_closed_list() {
        true => open_texts(&context.names, known, ""),
        false => Vec::new(),
    };
    let refused = Refused { members, partial };
    if refused.is_empty() {
        return None;
    }
    let expectation = Expectation {
        accepts_undef: true,
        ..Expectation::new(
            None,
            format!("'{}' of {}", attribute.name, uses.declaration.label()),
        )
    };
    possible::members_diagnostic(context, &INVALID_ATTRIBUTE_VALUE, at, refused, &expectation)
}

fn check_known(
    context: &Context<'_>,
    uses: &Uses<'_>,
    attribute: &AttributeInfo,
    name: &str,
    known: &Inferred,
    at: Anchor,
) -> Option<BodyDiagnostic> {
    let Some(reason) = refusal(&context.names, attribute, known) else {
        let (text, similar) = misspelled_value::misspelled(attribute, known)?;
        let words = attribute.pattern_words.as_deref().unwrap_or("a string");
        let message = format!("Puppet takes the value '{text}' of '{name}' as {words}");
        let diagnostic = BodyDiagnostic::new(&INVALID_ATTRIBUTE_VALUE, at, message);
        return Some(
            diagnostic
                .with_severity(Severity::Warning)
                .with_similar(similar),
        );
    };
    let mut diagnostic = refused(uses, name, at, &reason);
    let features = attribute.features.iter();
    if !features
        .into_iter()
        .all(|it| COMMON_FEATURES.contains(&it.as_str()))
    {
        diagnostic = diagnostic.with_severity(Severity::Warning);
    }
    if let Inferred::Value(Value::Integer(_)) = known
        && !attribute.accepts.is_empty()
        && attribute
            .accepts
            .iter()
            .all(|it| it.kind == ValueKind::String)
    {
        diagnostic = match numeric_mode::octal_text(context, attribute, at) {
            Some(mode) => diagnostic
                .with_help(format!("Write the mode as a string: `mode => '{mode}'`"))
                .with_fix(BodyFix::replace(
                    format!("Replace with `'{mode}'`"),
                    Safety::Unsafe,
                    at,
                    format!("'{mode}'"),
                )),
            None => diagnostic.with_help("Put the number in quotes: the attribute takes a string"),
        };
    }
    if let Inferred::Value(Value::String(text)) = known
        && let Some(similar) = closest(text, attribute.values.iter().map(|it| &**it))
    {
        diagnostic = diagnostic.with_similar(similar);
    }
    Some(diagnostic)
}

/// A value that an attribute refuses, in Puppet's words.
pub fn refused(uses: &Uses<'_>, attribute: &str, at: Anchor, reason: &str) -> BodyDiagnostic {
    let label = uses.declaration.label();
    let message = format!("Parameter {attribute} failed on {label}: {reason}");
    let diagnostic = BodyDiagnostic::new(&INVALID_ATTRIBUTE_VALUE, at, message);
    diagnostic.with_severity(severity(uses, &[attribute]))
}

/// The severity of a diagnostic about values of attributes that are refused when the catalog is applied.
fn severity(uses: &Uses<'_>, attributes: &[&str]) -> Severity {
    match attributes.iter().all(|it| uses.value_is_applied(it)) {
        true => Severity::Error,
        false => Severity::Warning,
    }
}

/// The title stands in for the namevar that is not given.
fn check_title(
    context: &Context<'_>,
    uses: &Uses<'_>,
    info: &ResourceTypeInfo,
    out: &mut Vec<BodyDiagnostic>,
) {
    let declaration = uses.declaration;
    let Some(namevar) = info.namevar() else {
        return;
    };
    let is_taken_apart = info.has_title_patterns && info.file.is_some();
    let is_given = || {
        [&*namevar.name, "name"]
            .iter()
            .any(|name| declaration.attribute(name).is_some())
    };
    if declaration.role != Role::Resource
        || is_taken_apart
        || !declaration.is_complete
        || is_given()
    {
        return;
    }
    // An empty title is a fault of its own.
    let reason = |title: &Value| match title {
        Value::String(text) if !text.is_empty() => refusal_of_value(namevar, title),
        _ => None,
    };
    for title in &declaration.titles {
        if let Some(reason) = reason(&Value::String(title.clone())) {
            out.push(refused(uses, &namevar.name, declaration.anchor(), &reason));
        }
    }
    // Those that it has after some branches.
    if let Some(Anchor::Expr(at)) = declaration.title_at {
        out.extend(value_origins(context, at).skip(1).find_map(|value| {
            let mut titles = value.known.value()?.flattened();
            let diagnostic = refused(
                uses,
                &namevar.name,
                value.anchor(),
                &titles.find_map(reason)?,
            );
            Some(value.explain(context, diagnostic))
        }));
    }
}

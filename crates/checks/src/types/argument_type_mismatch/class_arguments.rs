//! Attributes of classes and defined types against the parameters that they declare.
//!
//! Sources: `Puppet::Resource::Type#set_resource_parameters`, `Puppet::Pops::Types::TypeMismatchDescriber`.

use puppet_diagnostics::{Certainty, Severity};
use puppet_hir::model::{AttributeOperation, AttributeOperator, Expr, Operation, ResourceBody};
use puppet_types::Type;

use crate::literal_conversion_fix::literal_fix;
use crate::resources::unknown_attribute;
use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
use crate::types::struct_key;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::{ArgumentTarget, is_metaparameter, target};
use puppet_inference::body_context::attribute_sources::Given;
use puppet_inference::body_context::value_origins::value_origins;
use puppet_inference::functions::item_signature::ParameterSignature;
use puppet_possible_mismatch::{self as possible, Expectation, Subject};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::mismatch::refusal;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable().filter(|it| context.is_checked(it.id)) {
        if let Expr::Resource {
            type_name, bodies, ..
        } = it.expr
        {
            for body in bodies {
                if let Some(target) = target(context, *type_name, body) {
                    check_attributes(&target, context, body, it.is_conditional, out);
                }
            }
        }
    }
}

fn check_attributes(
    target: &ArgumentTarget<'_>,
    context: &Context<'_>,
    body: &ResourceBody,
    is_conditional: bool,
    out: &mut Vec<BodyDiagnostic>,
) {
    let mut unknown: Vec<&AttributeOperation> = Vec::new();
    for operation in &body.operations {
        let Operation::Attribute(attribute) = operation else {
            continue;
        };
        match target.signature.parameter(&attribute.name) {
            Some(parameter) => {
                let diagnostic = check_value(target, context, attribute, parameter);
                out.extend(diagnostic.map(|it| unless_collected(target, context, parameter, it)));
            }
            None if !is_metaparameter(&attribute.name) => unknown.push(attribute),
            _ => {}
        }
    }
    out.extend(unknown_attribute::check_definition(
        context,
        target,
        &unknown,
        is_conditional,
    ));
}

/// The diagnostic of a value, which is no error where a collector may put another value in its place.
pub fn unless_collected(
    target: &ArgumentTarget<'_>,
    context: &Context<'_>,
    parameter: &ParameterSignature,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    match diagnostic.severity {
        Severity::Error if target.may_be_collected(context, &parameter.name) => {
            diagnostic.with_severity(Severity::Warning)
        }
        _ => diagnostic,
    }
}

fn check_value(
    target: &ArgumentTarget<'_>,
    context: &Context<'_>,
    attribute: &AttributeOperation,
    parameter: &ParameterSignature,
) -> Option<BodyDiagnostic> {
    if attribute.operator != AttributeOperator::Set {
        return None;
    }
    let subject = format!("parameter '{}'", parameter.name);
    let wrong = value_origins(context, attribute.value).find_map(|value| {
        // An undefined attribute is one that was not given.
        let is_undef = || value.known.ty(&context.names) == Type::Undef;
        if target.has_other_value(context, parameter) && is_undef() {
            return None;
        }
        let mismatch = refusal(&context.names, &subject, &parameter.ty, value.known)?;
        let diagnostic = struct_key::diagnostic(mismatch, &ARGUMENT_TYPE_MISMATCH, value.anchor());
        let fix = literal_fix(context, value.origin, &parameter.ty);
        let diagnostic = value.explain(context, diagnostic.with_fixes(fix));
        let declared = format!("Parameter '{}' is declared here", parameter.name);
        Some(diagnostic.with_related((target.item, Anchor::Part(parameter.part)), declared))
    });
    // A key that fits no value says more than the types, and than that some value may not fit.
    let unknown_key = || {
        let ty = &parameter.ty;
        let found = struct_key::written::diagnostic(context, attribute.value, ty, &subject)?;
        let declared = format!("Parameter '{}' is declared here", parameter.name);
        Some(found.with_related((target.item, Anchor::Part(parameter.part)), declared))
    };
    let wrong = match wrong {
        // Where the key is written says more than where the hash is used.
        Some(wrong) => {
            let is_key = wrong.rule == &struct_key::STRUCT_KEY;
            let is_better = |it: &BodyDiagnostic| (it.severity == Severity::Error) != is_key;
            unknown_key().filter(is_better).or(Some(wrong))
        }
        None => unknown_key(),
    };
    wrong.or_else(|| {
        let expectation = expectation(target, context, parameter);
        let rule = &ARGUMENT_TYPE_MISMATCH;
        possible::diagnostic(context, rule, attribute.value, &expectation)
    })
}

/// The diagnostic of a value in a hash of attributes that may not fit.
pub fn may_refuse(
    target: &ArgumentTarget<'_>,
    context: &Context<'_>,
    parameter: &ParameterSignature,
    given: &Given,
) -> Option<BodyDiagnostic> {
    let Anchor::Expr(at) = given.value_at else {
        return None;
    };
    let expectation = expectation(target, context, parameter);
    let rule = &ARGUMENT_TYPE_MISMATCH;
    match *context.inference.result(at) == given.value {
        true => possible::diagnostic(context, rule, at, &expectation),
        false => {
            let subject = || Subject::part(context, at, &given.name);
            possible::known_diagnostic(context, rule, subject, &given.value, &expectation)
        }
    }
}

/// What a parameter expects.
pub(crate) fn expectation<'t>(
    target: &ArgumentTarget<'_>,
    context: &Context<'_>,
    parameter: &'t ParameterSignature,
) -> Expectation<'t> {
    Expectation {
        declared_at: Some((target.item, Anchor::Part(parameter.part))),
        accepts_undef: parameter.has_default || target.is_in_hiera(context, parameter),
        accepts_deferred: true,
        at_most: match target.has_other_value(context, parameter) {
            // Data that is not here may have a value for a parameter that is not given.
            true => Certainty::Possible,
            false => Certainty::Likely,
        },
        ..Expectation::new(
            Some(&parameter.ty),
            format!("'{}' of {}", parameter.name, target.label),
        )
    }
}

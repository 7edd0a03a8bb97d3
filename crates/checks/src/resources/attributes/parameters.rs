//! Parameters that classes and defined types get otherwise than by name in a resource expression: in hashes
//! (`* => { … }`), from functions that declare resources, in overrides, defaults and collectors.
//!
//! Sources: `Puppet::Parser::Resource#validate`, `Puppet::Resource::Type#set_resource_parameters`,
//! `Puppet::Resource#validate_complete`.

use puppet_diagnostics::Severity;
use puppet_hir::model::Expr;

use crate::resources::missing_required_attribute::missing_parameters;
use crate::resources::unknown_attribute;
use crate::rules;
use crate::types::argument_type_mismatch::class_arguments;
use crate::types::struct_key;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::{ArgumentTarget, is_metaparameter};
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_inference::body_context::attribute_sources::{Given, Role};
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::types::mismatch::refusal;

pub fn check(
    context: &Context<'_>,
    uses: &Uses<'_>,
    target: &ArgumentTarget<'_>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let declaration = uses.declaration;
    // Classes have neither overrides nor defaults, and are not collected.
    let is_amending = matches!(
        declaration.role,
        Role::Override | Role::Defaults | Role::Collected
    );
    if is_amending && target.kind == ItemKind::Class {
        return;
    }
    let is_expression = matches!(
        context.body.expr(declaration.expression),
        Expr::Resource { .. }
    );
    let severity = severity(context, uses, target);
    let given = declaration.given.iter().filter(|given| {
        // Those that a resource expression gives by name are checked with it.
        !(given.is_inherited || is_expression && matches!(given.name_at, Anchor::PartName(_)))
    });
    for given in given {
        let diagnostic = check_given(context, target, given);
        out.extend(diagnostic.map(|diagnostic| match severity {
            Some(severity) => diagnostic.with_severity(severity),
            None => diagnostic,
        }));
    }
    // The others declare nothing where a resource is there already.
    let is_creating = Call::from_expr(context.body, declaration.expression)
        .is_some_and(|call| call.name == Some("create_resources"));
    if is_creating && declaration.is_complete {
        let names = |name: &str| declaration.attribute(name).is_some();
        out.extend(missing_parameters(
            context,
            target,
            declaration.anchor(),
            names,
        ));
    }
}

fn check_given(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    given: &Given,
) -> Option<BodyDiagnostic> {
    let Some(parameter) = target.signature.parameter(&given.name) else {
        let is_unknown = !is_metaparameter(&given.name);
        return is_unknown
            .then(|| unknown_attribute::undeclared(context, target, &given.name, given.name_at));
    };
    // An undefined attribute is one that was not given.
    if given.value.value() == Some(&puppet_types::Value::Undef)
        && target.has_other_value(context, parameter)
    {
        return None;
    }
    let subject = format!("parameter '{}'", parameter.name);
    let Some(mismatch) = refusal(&context.names, &subject, &parameter.ty, &given.value) else {
        return class_arguments::may_refuse(target, context, parameter, given);
    };
    let diagnostic =
        struct_key::diagnostic(mismatch, &rules::ARGUMENT_TYPE_MISMATCH, given.value_at);
    let diagnostic = class_arguments::unless_collected(target, context, parameter, diagnostic);
    let declared = format!("Parameter '{}' is declared here", parameter.name);
    Some(diagnostic.with_related((target.item, Anchor::Part(parameter.part)), declared))
}

/// A hint in branches for other versions of a module; a warning where the declaration may be unused.
fn severity(
    context: &Context<'_>,
    uses: &Uses<'_>,
    target: &ArgumentTarget<'_>,
) -> Option<Severity> {
    let is_other_version = uses.declaration.is_conditional && context.is_foreign(target.item.file);
    match is_other_version {
        true => Some(Severity::Hint),
        false => (!uses.are_certain()).then_some(Severity::Warning),
    }
}

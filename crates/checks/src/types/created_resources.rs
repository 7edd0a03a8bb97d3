//! Hashes for `create_resources` of which only the types are known: their entries against the parameters of what is
//! created.

use puppet_diagnostics::Certainty;
use puppet_hir::model::ExprId;
use puppet_types::{Relate, StructType, Type, Value};
use smol_str::SmolStr;

use crate::rules;
use crate::runner::Context;
use crate::types::class_arguments::{Target, target_named};
use crate::types::possible::{Subject, refused_diagnostic};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::infer::Call;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, Refused, fit};
use puppet_types::inferred::set_theoretic::union_members;

/// What some of the entries may lack, or have of another type.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name == Some("create_resources") {
            check_call(context, call, out);
        }
    }
}

fn check_call(context: &Context<'_>, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let [ty, resources, ref defaults @ ..] = call.arguments[..] else {
        return;
    };
    let name = context.inference.known(ty).value().and_then(Value::as_str);
    let target = name.and_then(|name| target_named(context, canonical(name), None));
    let Some(target) = target.filter(|it| it.kind == ItemKind::DefinedType) else {
        return;
    };
    let defaults = match defaults {
        [] => Some(Vec::new()),
        [defaults, ..] => keys(context.inference.known(*defaults)),
    };
    for structure in attributes_of(context, context.inference.known(resources)) {
        check_entries(context, &target, resources, &structure, out);
        if let Some(defaults) = &defaults {
            out.extend(missing(&target, resources, &structure, defaults));
        }
    }
}

/// The types of the hashes of attributes, as far as their keys are declared.
fn attributes_of(context: &Context<'_>, resources: &Inferred) -> Vec<StructType> {
    let Inferred::Type(ty) = resources else {
        return Vec::new();
    };
    let members = |ty: &Type| {
        let members = union_members(&context.names, ty).into_iter();
        members.map(|it| Relate::new(&context.names).resolve_alias(&it))
    };
    let values = members(ty).flat_map(|ty| match ty {
        Type::Hash(hash) => vec![hash.value.clone()],
        Type::Struct(all) => all.elements.iter().map(|it| it.value.clone()).collect(),
        _ => Vec::new(),
    });
    let structs = values.flat_map(|ty| members(&ty).collect::<Vec<_>>());
    let structs = structs.filter_map(|ty| match ty {
        Type::Struct(structure) if !structure.elements.is_empty() => {
            Some(StructType::clone(&structure))
        }
        _ => None,
    });
    structs.collect()
}

fn check_entries(
    context: &Context<'_>,
    target: &Target<'_>,
    at: ExprId,
    structure: &StructType,
    out: &mut Vec<BodyDiagnostic>,
) {
    for element in &structure.elements {
        let Some(parameter) = target.signature.parameter(&element.name) else {
            continue;
        };
        let expectation = target.expectation(context, parameter);
        let known = Inferred::Type(element.value.clone());
        let refused = match fit(&context.names, &parameter.ty, &known) {
            Fit::Always => continue,
            Fit::Sometimes(refused) => refused,
            // There need not be any hash.
            Fit::Never => Refused::members(vec![element.value.clone()]),
        };
        let subject = Subject::part(context, at, &element.name);
        let rule = &rules::ARGUMENT_TYPE_MISMATCH;
        out.extend(refused_diagnostic(
            context,
            rule,
            &subject,
            refused,
            &expectation,
        ));
    }
}

/// A parameter without default that the hashes need not have.
fn missing(
    target: &Target<'_>,
    at: ExprId,
    structure: &StructType,
    defaults: &[SmolStr],
) -> Option<BodyDiagnostic> {
    let is_given = |name: &SmolStr| {
        let element = structure.get(name);
        element.is_some_and(|it| !it.is_optional()) || defaults.contains(name)
    };
    let mut parameters = target.signature.parameters.iter();
    let parameter = parameters.find(|it| !it.has_default && !is_given(&it.name))?;
    let name = &parameter.name;
    let message = format!(
        "The hashes of attributes may lack '{name}', and {} expects a value for parameter '{name}'",
        target.label
    );
    let rule = &rules::MISSING_REQUIRED_ATTRIBUTE;
    let diagnostic = BodyDiagnostic::new(rule, Anchor::Expr(at), message);
    let declared = format!("Parameter '{name}' is declared here");
    Some(diagnostic.with_certainty(Certainty::Possible).with_related(
        target.item,
        Anchor::Part(parameter.part),
        declared,
    ))
}

/// The keys that a hash certainly has; `None` if nothing is known of them.
fn keys(known: &Inferred) -> Option<Vec<SmolStr>> {
    match known {
        Inferred::Value(Value::Hash(entries)) => {
            let keys = entries.keys().filter_map(Value::as_str);
            Some(keys.map(SmolStr::from).collect())
        }
        Inferred::Type(Type::Struct(structure)) => {
            let required = structure.elements.iter().filter(|it| !it.is_optional());
            Some(required.map(|it| it.name.clone()).collect())
        }
        _ => None,
    }
}

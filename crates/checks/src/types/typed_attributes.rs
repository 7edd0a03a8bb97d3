//! Hashes of attributes of which only the types are known, for `*` and for `create_resources`: their entries against the
//! parameters of what is declared.

use puppet_hir::model::{Expr, ExprId, Operation, ResourceBody};
use puppet_types::{Relate, StructElement, StructType, Type, Value};
use smol_str::SmolStr;

use crate::resources::missing_required_attribute::is_default;
use crate::resources::{missing_required_attribute, unknown_attribute};
use crate::rules;
use crate::types::argument_type_mismatch::class_arguments;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::{
    ArgumentTarget, is_metaparameter, target, target_named,
};
use puppet_inference::infer::Call;
use puppet_possible_mismatch::{Subject, refused_diagnostic};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resource_types::{is_added_by_plugins, resource_type};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, Refused, fit};
use puppet_types::inferred::set_theoretic::union_members;

/// What some of the hashes may lack, or have of another type, or have too much.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if call.name == Some("create_resources") {
            check_call(context, call, out);
        }
    }
    for it in context.reachable() {
        if let Expr::Resource {
            type_name, bodies, ..
        } = it.expr
        {
            let (defaults, bodies): (Vec<_>, Vec<_>) =
                bodies.iter().partition(|it| is_default(context, it));
            let of_defaults = defaults.iter().flat_map(|it| &it.operations);
            let of_defaults = certainly_given(context, of_defaults);
            for body in defaults {
                check_body(context, *type_name, body, None, out);
            }
            for body in bodies {
                check_body(context, *type_name, body, of_defaults.as_deref(), out);
            }
        }
    }
}

fn check_call(context: &Context<'_>, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let [ty, resources, ref defaults @ ..] = call.arguments[..] else {
        return;
    };
    let name = context.inference.result(ty).value().and_then(Value::as_str);
    let target = name.and_then(|name| target_named(context, canonical(name), None));
    let Some(target) = target.filter(|it| it.kind == ItemKind::DefinedType) else {
        return;
    };
    let defaults = match defaults {
        [] => Some(Vec::new()),
        [defaults, ..] => keys(context.inference.result(*defaults)),
    };
    for structure in attributes_of(context, context.inference.result(resources)) {
        check_entries(context, &target, resources, structure.elements.iter(), out);
        if let Some(defaults) = &defaults {
            out.extend(missing(context, &target, resources, &structure, defaults));
        }
    }
}

/// The attributes that some operations certainly give; `None` if they are not known.
fn certainly_given<'o>(
    context: &Context<'_>,
    operations: impl Iterator<Item = &'o Operation>,
) -> Option<Vec<SmolStr>> {
    let mut names = Vec::new();
    for operation in operations {
        match operation {
            Operation::Attribute(attribute) => names.push(attribute.name.clone()),
            Operation::Attributes { expr, .. } => {
                names.extend(keys(context.inference.result(*expr))?);
            }
        }
    }
    Some(names)
}

/// `* => $attributes`, with what certainly is given by default; `None` if that is not known.
fn check_body(
    context: &Context<'_>,
    type_name: ExprId,
    body: &ResourceBody,
    defaults: Option<&[SmolStr]>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let is_unfolded = |it: &&Operation| matches!(it, Operation::Attributes { .. });
    let unfolded = body.operations.iter().find(is_unfolded);
    let Some(&Operation::Attributes { expr: at, .. }) = unfolded else {
        return;
    };
    let others = body.operations.iter().filter(|it| !is_unfolded(it));
    let given = certainly_given(context, others).zip(defaults);
    let given = given.map(|(given, defaults)| [&*given, defaults].concat());
    let Inferred::Type(ty) = context.inference.result(at) else {
        return;
    };
    // What a hash certainly has is an attribute like others.
    let is_certain =
        |element: &StructElement| matches!(ty, Type::Struct(_)) && !element.is_optional();
    for structure in structs(context, ty) {
        let elements = || structure.elements.iter().filter(|it| !is_certain(it));
        match target(context, type_name, body) {
            Some(target) => {
                check_entries(context, &target, at, elements(), out);
                let is_unknown = |name: &str| {
                    target.signature.parameter(name).is_none() && !is_metaparameter(name)
                };
                out.extend(unknown(at, elements(), &target.label, is_unknown));
                if target.kind == ItemKind::DefinedType
                    && let Some(given) = &given
                {
                    out.extend(missing(context, &target, at, &structure, given));
                }
            }
            None => out.extend(unknown_of_ruby_type(context, type_name, at, elements())),
        }
    }
}

/// The same for a type of Puppet itself, or of Ruby code.
fn unknown_of_ruby_type<'e>(
    context: &Context<'_>,
    type_name: ExprId,
    at: ExprId,
    elements: impl Iterator<Item = &'e StructElement>,
) -> Option<BodyDiagnostic> {
    let Expr::QualifiedName(name) = context.body.expr(type_name) else {
        return None;
    };
    let (db, environment) = (context.db, context.environment());
    let info = resource_type(db, environment, &canonical(name)).filter(|it| !it.is_open)?;
    let is_unknown = |name: &str| {
        !unknown_attribute::has(&info, name)
            && !is_added_by_plugins(db, environment, &info.name, name)
    };
    unknown(at, elements, &puppet_text::capitalized(name), is_unknown)
}

/// An entry whose name is that of no attribute.
fn unknown<'e>(
    at: ExprId,
    mut elements: impl Iterator<Item = &'e StructElement>,
    label: &str,
    is_unknown: impl Fn(&str) -> bool,
) -> Option<BodyDiagnostic> {
    let name = &elements.find(|it| is_unknown(&it.name))?.name;
    Some(unknown_attribute::possible(at, name, label))
}

/// The types of the hashes of attributes in a hash of resources, as far as their keys are declared.
fn attributes_of(context: &Context<'_>, resources: &Inferred) -> Vec<StructType> {
    let Inferred::Type(ty) = resources else {
        return Vec::new();
    };
    let values = resolved_members(context, ty).flat_map(|ty| match ty {
        Type::Hash(hash) => vec![hash.value.clone()],
        Type::Struct(all) => all.elements.iter().map(|it| it.value.clone()).collect(),
        _ => Vec::new(),
    });
    values.flat_map(|ty| structs(context, &ty)).collect()
}

/// The members of a type that are hashes with declared keys.
fn structs(context: &Context<'_>, ty: &Type) -> Vec<StructType> {
    let structs = resolved_members(context, ty).filter_map(|ty| match ty {
        Type::Struct(structure) if !structure.elements.is_empty() => {
            Some(StructType::clone(&structure))
        }
        _ => None,
    });
    structs.collect()
}

fn resolved_members(context: &Context<'_>, ty: &Type) -> impl Iterator<Item = Type> {
    let members = union_members(&context.names, ty).into_iter();
    members.map(|it| Relate::new(&context.names).resolve_alias(&it))
}

fn check_entries<'e>(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    at: ExprId,
    elements: impl Iterator<Item = &'e StructElement>,
    out: &mut Vec<BodyDiagnostic>,
) {
    for element in elements {
        let Some(parameter) = target.signature.parameter(&element.name) else {
            continue;
        };
        let expectation = class_arguments::expectation(target, context, parameter);
        let known = Inferred::from(element.value.clone());
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
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    at: ExprId,
    structure: &StructType,
    defaults: &[SmolStr],
) -> Option<BodyDiagnostic> {
    // Whether a key is needed may depend on a type that is not known.
    let is_undecided = |element: &StructElement| {
        let relate = Relate::new(&context.names);
        relate.accepts_undef(&element.value) && relate.doubt().is_some()
    };
    let is_given = |name: &SmolStr| {
        let element = structure.get(name);
        element.is_some_and(|it| !it.is_optional() || is_undecided(it)) || defaults.contains(name)
    };
    let mut parameters = target.signature.parameters.iter();
    let parameter = parameters.find(|it| !it.has_default && !is_given(&it.name))?;
    Some(missing_required_attribute::possible(target, at, parameter))
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

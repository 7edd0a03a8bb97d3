//! Parameters without a default that a declaration of a class or defined type does not give.
//!
//! Source: `Puppet::Resource#validate_complete`, `Puppet::Resource::Type#set_resource_parameters`.

use puppet_diagnostics::{Certainty, Severity, Subject, declare_rule};
use puppet_hir::model::{BodyOwner, Expr, ExprId, Operation, ResourceBody};
use puppet_types::Value;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::resources::bad_title::class_names;
use crate::resources::unresolved_reference::complete_catalog;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::{
    ArgumentTarget, may_be_in_hiera, target, target_named,
};
use puppet_inference::catalog::declared_classes::may_be_declared_like_resource;
use puppet_inference::catalog::overrides::may_be_overridden;
use puppet_inference::functions::item_signature::ParameterSignature;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::quoted_names;
use puppet_semantic::hiera::lookup::class_data;
use puppet_semantic::hiera::secret_names::is_secret_name;
use puppet_semantic::index::declaring_functions::is_including_function;
use puppet_semantic::index::file_origin::is_example;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A resource lacks an attribute that its type requires.
    pub MISSING_REQUIRED_ATTRIBUTE = { code: "R302", name: "missing-required-attribute", level: Error, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::CallNamedFunction { .. } = it.expr {
            check_inclusion(context, it.id, out);
        }
        let Expr::Resource {
            type_name, bodies, ..
        } = it.expr
        else {
            continue;
        };
        let Some(defaults) = defaults(context, bodies) else {
            continue;
        };
        for body in bodies.iter().filter(|body| !is_default(context, body)) {
            if let Some(target) = target(context, *type_name, body) {
                out.extend(check_body(context, &target, body, &defaults));
            }
        }
    }
}

/// `include` of a class that nothing gives what it requires: no data, and no declaration with parameters in what the
/// site evaluates.
fn check_inclusion(context: &Context<'_>, id: ExprId, out: &mut Vec<BodyDiagnostic>) {
    let Some(call) = Call::from_expr(context.body, id)
        .filter(|call| call.name.is_some_and(is_including_function))
    else {
        return;
    };
    for argument in call.arguments {
        for name in class_names(context.inference.result(argument)) {
            let Some(target) = target_named(context, "class".into(), Some(&name)) else {
                continue;
            };
            let at = Anchor::Expr(argument);
            out.extend(given_nowhere(context, &target, at, Some(id)).or_else(|| {
                let (db, environment) = (context.db, context.environment());
                let likely = parameters_without_data(context, &target, at, |_| false)
                    .filter(|_| !may_be_declared_like_resource(db, environment, &target.name))?;
                Some(weighed_by_data(context, Some(id), likely))
            }));
        }
    }
}

/// The class that a class inherits from is included before it. Whether data that is not here may have something is said
/// of those that are included: many classes of a module inherit from one.
pub fn check_parent(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if let BodyOwner::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
        && let Some(target) = target_named(context, "class".into(), Some(parent))
    {
        out.extend(given_nowhere(context, &target, Anchor::ParentClass, None));
    }
}

/// What is missing in a class that is included, by a call perhaps: nothing gives it, as far as the site is known.
fn given_nowhere(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    at: Anchor,
    call: Option<ExprId>,
) -> Option<BodyDiagnostic> {
    let missing = missing_parameters(context, target, at, |_| false)?;
    let catalog = complete_catalog(context)?;
    if catalog.may_give_parameters(context.db, &target.name) {
        return None;
    }
    let diagnostic = missing.with_help(format!(
        "Set it in Hiera as '{}::…', or declare the class with it",
        target.name
    ));
    // An environment that includes a class may well have data in a server's global layer.
    Some(match is_data_open(context, target) {
        true => weighed_by_data(context, call, diagnostic),
        false => diagnostic,
    })
}

/// A warning where data that is not here may give what is missing; a hint where it is likely to.
fn weighed_by_data(
    context: &Context<'_>,
    declaration: Option<ExprId>,
    diagnostic: BodyDiagnostic,
) -> BodyDiagnostic {
    let data = context.environment().data(context.db);
    let is_no_data_here = data.config.is_none() && data.files.is_empty();
    let are_secrets = matches!(
        diagnostic.subject.as_deref(),
        Some(Subject::Missing(names)) if names.iter().all(|name| is_secret_name(name))
    );
    let is_of_other_data = is_no_data_here
        || are_secrets
        || is_example(context.db, context.item.file)
        || declaration.is_some_and(|it| is_off_by_default(context, it));
    diagnostic.with_severity(match is_of_other_data {
        true => Severity::Hint,
        false => Severity::Warning,
    })
}

/// Whether something is evaluated only where a parameter has another value than its default, `false` or `undef`.
fn is_off_by_default(context: &Context<'_>, declaration: ExprId) -> bool {
    let body = context.body;
    let is_off = |name: &str| {
        let mut parameters = body.parameters().iter();
        let parameter = parameters.find(|parameter| parameter.name == *name);
        let default = parameter.and_then(|parameter| parameter.value);
        default.is_some_and(|default| {
            matches!(
                context.inference.result(default).value(),
                Some(Value::Boolean(false) | Value::Undef)
            )
        })
    };
    let tests_it = |test: ExprId| {
        let mut parts = body.preorder(test).entered();
        parts.any(|(id, _)| body.variable_name(id).is_some_and(|name| is_off(name)))
    };
    let has_it = |root: ExprId| {
        let mut parts = body.preorder(root).entered();
        parts.any(|(id, _)| id == declaration)
    };
    body.exprs().any(|(_, expr)| match expr {
        Expr::If { test, then, .. } => tests_it(*test) && then.is_some_and(has_it),
        _ => false,
    })
}

fn is_data_open(context: &Context<'_>, target: &ArgumentTarget<'_>) -> bool {
    let (db, environment) = (context.db, context.environment());
    let has_parameters = !target.signature.parameters.is_empty();
    has_parameters && class_data(db, environment, target.name.clone()).is_open
}

/// Whether a body gives the attributes of the others.
pub(crate) fn is_default(context: &Context<'_>, body: &ResourceBody) -> bool {
    let title = body.title.map(|title| context.inference.result(title));
    title == Some(&Inferred::Value(Value::Default))
}

/// The attributes that the bodies titled `default` give; `None` if they are not all known.
fn defaults(context: &Context<'_>, bodies: &[ResourceBody]) -> Option<FxHashSet<SmolStr>> {
    let mut names = FxHashSet::default();
    for body in bodies {
        // A title that is not known may be, or hold, `default`.
        if is_default(context, body) {
            names.extend(given(context, body)?);
        }
    }
    Some(names)
}

/// The names of the attributes in a body; `None` if they are not all known.
fn given(context: &Context<'_>, body: &ResourceBody) -> Option<FxHashSet<SmolStr>> {
    let mut names = FxHashSet::default();
    for operation in &body.operations {
        match operation {
            Operation::Attribute(attribute) => drop(names.insert(attribute.name.clone())),
            Operation::Attributes { expr, .. } => match context.inference.result(*expr) {
                Inferred::Value(Value::Hash(hash)) => {
                    names.extend(hash.keys().filter_map(Value::as_str).map(SmolStr::from));
                }
                _ => return None,
            },
        }
    }
    Some(names)
}

fn check_body(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    body: &ResourceBody,
    defaults: &FxHashSet<SmolStr>,
) -> Option<BodyDiagnostic> {
    let at = Anchor::Expr(body.title?);
    let given = given(context, body)?;
    let is_given = |name: &str| given.contains(name) || defaults.contains(name);
    missing_parameters(context, target, at, is_given).or_else(|| {
        let likely = parameters_without_data(context, target, at, is_given)?;
        Some(weighed_by_data(context, Some(body.title?), likely))
    })
}

/// What is missing in a class whose parameters neither the declaration nor any data file here gives, while there may be more
/// data: a site that has its data on disk seldom has it in a server's global layer.
fn parameters_without_data(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    at: Anchor,
    is_given: impl Fn(&str) -> bool,
) -> Option<BodyDiagnostic> {
    let (db, environment) = (context.db, context.environment());
    let has_data = !environment.data(db).files.is_empty() && !environment.data(db).is_cut;
    if target.kind != ItemKind::Class || !has_data {
        return None;
    }
    let data = class_data(db, environment, target.name.clone());
    let diagnostic = missing(target, at, |name| is_given(name) || data.gives(name))?;
    let help = format!(
        "No data file here has it: set it in Hiera as '{}::…', or give it here",
        target.name
    );
    Some(diagnostic.with_help(help))
}

/// The parameters that nothing gives to a resource for which `is_given` says which are given.
pub fn missing_parameters(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    at: Anchor,
    is_given: impl Fn(&str) -> bool,
) -> Option<BodyDiagnostic> {
    missing(target, at, |name| {
        is_given(name) || may_come_from_data(context, target, name)
    })
}

/// The required parameters of a class or defined type that nothing gives.
fn missing(
    target: &ArgumentTarget<'_>,
    at: Anchor,
    is_given: impl Fn(&str) -> bool,
) -> Option<BodyDiagnostic> {
    let parameters = target.signature.parameters.iter();
    let missing: Vec<_> = parameters
        .filter(|parameter| !parameter.has_default && !is_given(&parameter.name))
        .collect();
    let (first, _) = missing.split_first()?;
    let names = missing.iter().map(|parameter| &*parameter.name);
    let message = format!(
        "{}: expects a value for parameter {}",
        target.label,
        quoted_names(names)
    );
    let subject = missing.iter().map(|parameter| parameter.name.clone());
    let diagnostic = BodyDiagnostic::new(&MISSING_REQUIRED_ATTRIBUTE, at, message)
        .with_subject(Subject::Missing(subject.collect()));
    let declared = format!("Parameter '{}' is declared here", first.name);
    Some(diagnostic.with_related((target.item, Anchor::Part(first.part)), declared))
}

/// Parameters of classes may be in Hiera, attributes of defined types in defaults, overrides and collectors.
fn may_come_from_data(context: &Context<'_>, target: &ArgumentTarget<'_>, parameter: &str) -> bool {
    let name = target.name.clone();
    match target.kind {
        ItemKind::Class => may_be_in_hiera(context, &name, parameter),
        _ => {
            let place = (context.environment(), Some(context.body.definition()));
            may_be_overridden(context.db, place, &name, parameter)
        }
    }
}

/// A parameter without default that hashes of attributes need not have.
pub(crate) fn possible(
    target: &ArgumentTarget<'_>,
    at: ExprId,
    parameter: &ParameterSignature,
) -> BodyDiagnostic {
    let name = &parameter.name;
    let message = format!(
        "The hashes of attributes may lack '{name}', and {} expects a value for parameter '{name}'",
        target.label
    );
    let declared = format!("Parameter '{name}' is declared here");
    BodyDiagnostic::new(&MISSING_REQUIRED_ATTRIBUTE, Anchor::Expr(at), message)
        .with_certainty(Certainty::Possible)
        .with_related((target.item, Anchor::Part(parameter.part)), declared)
}

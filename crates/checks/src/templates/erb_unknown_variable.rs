//! Variables that a template in Embedded Ruby reads although nothing sets them where it is used.
//!
//! The template gets `nil` in their place, without any message. Source: `Puppet::Parser::TemplateWrapper`.

use puppet_diagnostics::{Subject, declare_rule};
use puppet_hir::model::{DefinitionKind, Expr, ExprId};
use puppet_ruby::TemplateVariable;
use puppet_types::inferred::Inferred;
use puppet_types::{Relate, Type, Value};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::names::unknown_variable::{OWN, is_certainly_unknown, may_exist, visible};
use crate::templates::erb_calls::{TemplateCall, all_used_templates};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::variables::bindings::{InnerNames, bindings_of_class, item_bindings};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::did_you_mean::closest;
use puppet_semantic::index::item_tree::{ItemKind, canonical};

declare_rule! {
    /// An ERB template reads a variable that is not set where the template is rendered.
    pub ERB_UNKNOWN_VARIABLE = { code: "F504", name: "erb-unknown-variable", level: Warning, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    // Functions do not see the variables of their callers, and nodes are hard to distinguish from top scope.
    let kind = context.body.definition().kind();
    if !matches!(kind, DefinitionKind::Class | DefinitionKind::DefinedType) {
        return;
    }
    let mut names = None;
    for template in all_used_templates(context) {
        let Some(names) = names.get_or_insert_with(|| names_in_scope(context)) else {
            return;
        };
        check_template(context, &template, names, out);
    }
}

/// The variables that a template may be given anywhere in the body; `None` if that cannot be known.
pub fn names_in_scope(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let mut names = visible(context)?;
    let own = item_bindings(context.db, context.environment(), context.item)?;
    names.extend(own.iter().cloned());
    for inner in context.body.summaries::<InnerNames>() {
        names.extend(inner.parameters.iter().chain(&inner.assigned).cloned());
    }
    Some(names)
}

fn check_template(
    context: &Context<'_>,
    template: &TemplateCall,
    names: &FxHashSet<SmolStr>,
    out: &mut Vec<BodyDiagnostic>,
) {
    let variables = &template.reads.variables;
    let tests = variables.iter().filter(|it| it.is_test);
    // What is tested once may be missing, and what is told once needs no repetition.
    let mut done: FxHashSet<&str> = tests.map(|it| it.name.as_str()).collect();
    for variable in variables {
        if done.contains(&*variable.name) || is_unreachable(context, variable) {
            continue;
        }
        let missing = missing(context, variable, names);
        // A misspelled name is wrong whatever guards it.
        if missing == Some(None) && is_guarded(context, variable, names) {
            continue;
        }
        done.insert(&variable.name);
        out.extend(missing.map(|similar| diagnostic(template, variable, similar)));
    }
}

fn diagnostic(
    template: &TemplateCall,
    variable: &TemplateVariable,
    similar: Option<String>,
) -> BodyDiagnostic {
    let message = format!(
        "Template '{}' reads '{}', which is not set here",
        template.name,
        written(&variable.name)
    );
    let at = Anchor::Expr(template.argument);
    let diagnostic = BodyDiagnostic::new(&ERB_UNKNOWN_VARIABLE, at, message);
    let diagnostic = template.with_place(diagnostic, variable.range, "Variable is read here");
    match similar {
        Some(similar) => diagnostic
            .with_help(format!("Did you mean '{}'?", written(&similar)))
            .with_subject(Subject::Meant(similar.into())),
        None => diagnostic,
    }
}

/// Whether a condition around the read tests a variable that is not set either, or that is false here.
fn is_guarded(
    context: &Context<'_>,
    variable: &TemplateVariable,
    names: &FxHashSet<SmolStr>,
) -> bool {
    let is_set = |name: &str| names.contains(name) || may_exist(context, name);
    let mut guards = variable.guards.iter();
    guards.any(|guard| !is_set(guard) || may_be_false(context, guard))
}

/// Whether the read stands where a parameter is not set that always is.
fn is_unreachable(context: &Context<'_>, variable: &TemplateVariable) -> bool {
    if variable.absent.is_empty() {
        return false;
    }
    let declared = signature(context.db, context.environment(), context.item);
    let parameters = context.body.parameters().iter().zip(&declared.parameters);
    let refuses_undef = |ty: &Type| Relate::new(&context.names).disjoint(ty, &Type::Undef);
    let always_set = parameters.filter(|(parameter, declared)| {
        // Undef stands for the default.
        let has_default = || match parameter.value.map(|it| context.inference.known(it)) {
            Some(Inferred::Value(value)) => *value != Value::Undef,
            Some(Inferred::Type(ty)) => refuses_undef(ty),
            None => parameter.type_expr.is_none(),
        };
        parameter.type_expr.is_some() && refuses_undef(&declared.ty) || has_default()
    });
    always_set
        .map(|(parameter, _)| &parameter.name)
        .any(|name| variable.absent.iter().any(|absent| absent == name))
}

/// Whether a parameter or an assignment gives a variable of the body no value, or `false`.
fn may_be_false(context: &Context<'_>, name: &str) -> bool {
    let body = context.body;
    let is_false = |value: ExprId| {
        let known = context.inference.known(value).value();
        matches!(known, Some(Value::Undef | Value::Boolean(false)))
    };
    let mut parameters = body.parameters().iter();
    let default = parameters
        .find(|it| it.name == name)
        .and_then(|it| it.value);
    default.is_some_and(is_false)
        || body.exprs().any(|(_, expr)| match expr {
            Expr::Assignment { left, right, .. } => {
                body.variable_name(*left).is_some_and(|it| it == name) && is_false(*right)
            }
            _ => false,
        })
}

/// The variable as templates write it.
fn written(name: &str) -> String {
    match name.contains("::") {
        true => format!("scope['{name}']"),
        false => format!("@{name}"),
    }
}

/// `Some` if the variable is certainly not set, with one that is and has nearly its name.
fn missing(
    context: &Context<'_>,
    variable: &TemplateVariable,
    names: &FxHashSet<SmolStr>,
) -> Option<Option<String>> {
    let name = &*variable.name;
    if let Some((class, name)) = name.rsplit_once("::") {
        return missing_in_class(context, class, name);
    }
    if names.contains(name) || may_exist(context, name) || is_read_at_top_scope(context, name) {
        return None;
    }
    let candidates = names.iter().map(SmolStr::as_str).chain(OWN);
    let similar = closest(name, candidates).map(str::to_owned);
    (similar.is_some() || is_certainly_unknown(context, name)).then_some(similar)
}

/// Whether the code around the template reads `$::name`: whether a fact or a node classifier sets it is checked there.
fn is_read_at_top_scope(context: &Context<'_>, name: &str) -> bool {
    let mut exprs = context.body.exprs();
    exprs.any(|(id, _)| {
        let read = context.body.variable_name(id);
        read.is_some_and(|it| it.strip_prefix("::") == Some(name))
    })
}

fn missing_in_class(context: &Context<'_>, class: &str, name: &str) -> Option<Option<String>> {
    let class = canonical(class);
    let item = context.names.resolve(ItemKind::Class, &class).item()?;
    let names = bindings_of_class(context.db, context.environment(), item)?;
    if OWN.contains(&name) || names.iter().any(|names| names.contains(name)) {
        return None;
    }
    let names = names.iter().flat_map(|it| it.iter()).map(SmolStr::as_str);
    Some(closest(name, names).map(|name| format!("{class}::{name}")))
}

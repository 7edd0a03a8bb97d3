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

use crate::names::possibly_undefined_variable::of_class;
use crate::names::unknown_variable::{OWN, is_certainly_unknown, may_exist, visible};
use crate::templates::erb_calls::{TemplateCall, all_used_templates};
use puppet_inference::body_context::Context;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::variables::bindings::{InnerNames, bindings_of_class, item_bindings};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::facts::is_in_variable_stubs;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::Resolution;
use puppet_text::closest;

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
    let guards: FxHashSet<&String> = variables.iter().flat_map(|it| &it.guards).collect();
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
        let diagnostic = match missing {
            Some(similar) => Some(diagnostic(template, variable, similar)),
            None if guards.contains(&variable.name) => None,
            None => of_branches(context, template, variable),
        };
        done.insert(&variable.name);
        out.extend(diagnostic);
    }
}

fn diagnostic(
    template: &TemplateCall,
    variable: &TemplateVariable,
    similar: Option<String>,
) -> BodyDiagnostic {
    let message = format!(
        "{} reads '{}', which is not set here",
        template.subject(),
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

/// A variable of another class that a branch of that class does not assign.
fn of_branches(
    context: &Context<'_>,
    template: &TemplateCall,
    variable: &TemplateVariable,
) -> Option<BodyDiagnostic> {
    if !variable.guards.is_empty() || !variable.absent.is_empty() {
        return None;
    }
    let diagnostic = of_class::template_diagnostic(context, template.argument, &variable.name)?;
    Some(template.with_place(diagnostic, variable.range, "Variable is read here"))
}

/// Whether a condition around the read tests a variable that is not set either, or that is false here.
fn is_guarded(
    context: &Context<'_>,
    variable: &TemplateVariable,
    names: &FxHashSet<SmolStr>,
) -> bool {
    let is_set = |name: &str| match name.rsplit_once("::") {
        Some((class, name)) => is_variable_of(context, class, name) == Some(true),
        None => names.contains(name) || may_exist(context, name),
    };
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
        let has_default = || match parameter.value.map(|it| context.inference.result(it)) {
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

/// Whether an assignment gives a variable of the body no value, or `false`. A parameter may be given another value than its
/// default.
fn may_be_false(context: &Context<'_>, name: &str) -> bool {
    let body = context.body;
    let is_false = |value: ExprId| {
        let known = context.inference.result(value).value();
        matches!(known, Some(Value::Undef | Value::Boolean(false)))
    };
    body.exprs().any(|(_, expr)| match expr {
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
    if is_variable_of(context, class, name)? {
        return None;
    }
    let class = canonical(class);
    let item = context.names.resolve(ItemKind::Class, &class).item();
    let names = item.and_then(|it| bindings_of_class(context.db, context.environment(), it));
    let names = names.iter().flatten().flat_map(|it| it.iter());
    let similar = closest(name, names.map(SmolStr::as_str));
    Some(similar.map(|name| format!("{class}::{name}")))
}

/// Whether a class has a variable; `None` if that cannot be known.
fn is_variable_of(context: &Context<'_>, class: &str, name: &str) -> Option<bool> {
    let (db, environment, class) = (context.db, context.environment(), canonical(class));
    if OWN.contains(&name) || is_in_variable_stubs(db, environment, &format!("{class}::{name}")) {
        return Some(true);
    }
    match context.names.resolve(ItemKind::Class, &class) {
        Resolution::Found(class) => {
            let names = bindings_of_class(db, environment, class)?;
            Some(names.iter().any(|names| names.contains(name)))
        }
        Resolution::Absent => Some(false),
        Resolution::Unknown => None,
    }
}

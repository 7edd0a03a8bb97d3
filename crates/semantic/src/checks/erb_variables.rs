//! Variables that a template in Embedded Ruby reads although nothing sets them where it is used.
//!
//! The template gets `nil` in their place, and nobody is told. Source: `Puppet::Parser::TemplateWrapper`.

use puppet_diagnostics::rules;
use puppet_hir::model::{DefinitionKind, Expr, ExprId};
use puppet_ruby::TemplateVariable;
use puppet_types::Value;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::bodies::Context;
use super::variables::{OWN, is_certainly_unknown, may_exist, visible};
use crate::assigned::{assigned, assigned_in_class};
use crate::finding::{Anchor, Finding};
use crate::infer::Call;
use crate::item::{Item, ItemKind, canonical};
use crate::template::{ruby_template, template_reads};
use crate::text::closest;

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    // Functions do not see the variables of their callers, and nodes are hard to tell apart from top scope.
    let kind = context.body.definition().kind();
    if !matches!(kind, DefinitionKind::Class | DefinitionKind::DefinedType) {
        return;
    }
    let mut names = None;
    for it in context.reachable() {
        let Some(call) = Call::of(context.body, it.id).filter(|it| it.name == Some("template"))
        else {
            continue;
        };
        let Some(names) = names.get_or_insert_with(|| names_in_scope(context)) else {
            return;
        };
        for argument in &call.arguments {
            check_template(context, *argument, names, out);
        }
    }
}

/// The variables that a template may be given anywhere in the body; `None` if that cannot be known.
fn names_in_scope(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let mut names = visible(context)?;
    let own = assigned(context.db, context.environment(), context.item)?;
    names.extend(own.iter().cloned());
    for (_, expr) in context.body.exprs() {
        match expr {
            Expr::Lambda { parameters, .. } => {
                names.extend(parameters.iter().map(|it| it.name.clone()));
            }
            Expr::Assignment { left, .. } => {
                names.extend(context.body.variable_name(*left).cloned());
            }
            _ => {}
        }
    }
    Some(names)
}

fn check_template(
    context: &Context<'_>,
    argument: ExprId,
    names: &FxHashSet<SmolStr>,
    out: &mut Vec<Finding>,
) {
    let name = context.inference.known(argument).value();
    let Some(name) = name.and_then(Value::as_str) else {
        return;
    };
    let Some(file) = ruby_template(context.db, context.environment(), name) else {
        return;
    };
    let reads = template_reads(context.db, file);
    let tests = reads.variables.iter().filter(|it| it.is_test);
    // What is tested once may be missing, and what is told once needs no repetition.
    let mut done: FxHashSet<&str> = tests.map(|it| it.name.as_str()).collect();
    for variable in &reads.variables {
        if done.insert(&variable.name) {
            let missing = missing(context, variable, names);
            out.extend(missing.map(|similar| {
                let message = format!(
                    "the template '{name}' reads '{}', which is not set here",
                    written(&variable.name)
                );
                let rule = &rules::ERB_UNKNOWN_VARIABLE;
                let finding = Finding::new(rule, Anchor::Expr(argument), message).with_related(
                    Item::of_file(file),
                    Anchor::Text(variable.range),
                    "it is read here",
                );
                match similar {
                    Some(similar) => {
                        finding.with_help(format!("did you mean '{}'?", written(&similar)))
                    }
                    None => finding,
                }
            }));
        }
    }
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
    if names.contains(name) || may_exist(context, name) {
        return None;
    }
    let candidates = names.iter().map(SmolStr::as_str).chain(OWN);
    let similar = closest(name, candidates).map(str::to_owned);
    (similar.is_some() || is_certainly_unknown(context, name)).then_some(similar)
}

fn missing_in_class(context: &Context<'_>, class: &str, name: &str) -> Option<Option<String>> {
    let class = canonical(class);
    let item = context.names.resolve(ItemKind::Class, &class).found()?;
    let names = assigned_in_class(context.db, context.environment(), item)?;
    if OWN.contains(&name) || names.iter().any(|names| names.contains(name)) {
        return None;
    }
    let names = names.iter().flat_map(|it| it.iter()).map(SmolStr::as_str);
    Some(closest(name, names).map(|name| format!("{class}::{name}")))
}

//! Defaults that read a parameter that has no value yet: a later one, or their own.
//!
//! Source: `Puppet::Parser::Scope::ParameterScope#[]`. Defaults are evaluated in the order of the parameters, after those
//! that are given.

use puppet_hir::model::{DefinitionKind, Expr, ExprId, Parameter};
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use rustc_hash::{FxHashMap, FxHashSet};

use super::POSSIBLY_UNDEFINED_VARIABLE;

/// Checks the defaults of a definition and of the lambdas in it.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let is_by_place = context.body.definition().kind() == DefinitionKind::Function;
    check_defaults(context, context.body.parameters(), is_by_place, out);
    for (_, expr) in context.body.exprs() {
        if let Expr::Lambda { parameters, .. } = expr {
            check_defaults(context, parameters, true, out);
        }
    }
}

/// Checks the defaults of parameters: of those that are given by their place, or by their names.
fn check_defaults(
    context: &Context<'_>,
    parameters: &[Parameter],
    is_by_place: bool,
    out: &mut Vec<BodyDiagnostic>,
) {
    let positions = parameters.iter().enumerate();
    let positions: FxHashMap<&str, usize> =
        positions.map(|(at, it)| (it.name.as_str(), at)).collect();
    for (position, parameter) in parameters.iter().enumerate() {
        let Some(default) = parameter.value else {
            continue;
        };
        // One with a name and no default is always given.
        let lacks_value = |at: usize| {
            at == position || at > position && (is_by_place || parameters[at].value.is_some())
        };
        let late = reads(context, default).into_iter().find(|(_, name)| {
            let read = positions.get(name).copied();
            read.is_some_and(lacks_value)
        });
        if let Some((at, name)) = late {
            out.push(diagnostic(at, name, &parameter.name));
        }
    }
}

/// The variables that a default reads, but for those of lambdas in it.
fn reads<'a>(context: &Context<'a>, default: ExprId) -> Vec<(ExprId, &'a str)> {
    let body = context.body;
    let mut own: FxHashSet<&str> = FxHashSet::default();
    let mut reads = Vec::new();
    for (id, expr) in body.preorder(default).entered() {
        if let Expr::Lambda { parameters, .. } = expr {
            own.extend(parameters.iter().map(|it| it.name.as_str()));
        }
        if let Some(name) = body.variable_name(id) {
            reads.push((id, name.as_str()));
        }
    }
    reads.retain(|(_, name)| !own.contains(name));
    reads
}

fn diagnostic(at: ExprId, name: &str, parameter: &str) -> BodyDiagnostic {
    let (message, help) = match name == parameter {
        true => (
            format!("Parameter '${name}' has no value in its own default"),
            "Write a value, or leave the default out".to_owned(),
        ),
        false => (
            format!("Parameter '${name}' may have no value here: it comes after '${parameter}'"),
            format!("Move '${name}' before '${parameter}': defaults are evaluated in their order"),
        ),
    };
    BodyDiagnostic::new(&POSSIBLY_UNDEFINED_VARIABLE, Anchor::Expr(at), message).with_help(help)
}

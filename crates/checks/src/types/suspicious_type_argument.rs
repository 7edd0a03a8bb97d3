//! The types of parameters: missing ones, those that depend on values, those that are wider than they need to be.

use puppet_diagnostics::{Safety, declare_rule};
use puppet_hir::model::{ArithmeticOperator, DefinitionKind, Expr, ExprId, Parameter};
use puppet_types::Value;

use crate::rules;
use crate::runner::Context;
use crate::types::foreign_literals::advised;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::infer::Inferred;
use puppet_semantic::variables::bindings::assigned_at_top;

declare_rule! {
    /// A type has a computed parameter that looks like a typo, as in `Integer[1-3]`.
    pub SUSPICIOUS_TYPE_ARGUMENT = { code: "T207", name: "suspicious-type-argument", level: Warning, fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for parameter in context.body.parameters() {
        match parameter.type_expr {
            None => out.push(missing(context, parameter)),
            Some(ty) => {
                out.extend(depends_on_value(context, ty));
                out.extend(never_undef(context, parameter, ty));
                out.extend(weak(context, parameter, ty));
            }
        }
    }
}

pub fn check_parameters_of_types(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Access { left, keys } = it.expr
            && matches!(context.body.expr(*left), Expr::QualifiedReference(_))
        {
            out.extend(keys.iter().filter_map(|key| difference(context, *key)));
        }
    }
}

fn missing(context: &Context<'_>, parameter: &Parameter) -> BodyDiagnostic {
    let message = format!("Parameter '${}' has no type", parameter.name);
    let finding = BodyDiagnostic::new(
        &rules::MISSING_TYPE,
        Anchor::PartName(parameter.part),
        message,
    );
    let default = parameter.value.map(|value| context.inference.known(value));
    match default.and_then(Inferred::value).and_then(type_of_default) {
        Some(ty) => finding.with_fix(
            BodyFix::new(format!("Add type `{ty}`"), Safety::Unsafe).with_edit(
                Anchor::Part(parameter.part),
                puppet_semantic::body_diagnostic::EditAnchor::Before,
                format!("{ty} "),
            ),
        ),
        None => finding,
    }
}

/// The type that a default value speaks for.
fn type_of_default(value: &Value) -> Option<&'static str> {
    Some(match value {
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        _ => return None,
    })
}

/// Types of parameters are evaluated before any parameter has a value.
fn depends_on_value(context: &Context<'_>, ty: ExprId) -> Option<BodyDiagnostic> {
    let (variable, name) = context
        .body
        .preorder(ty)
        .entered()
        .find_map(|(id, _)| Some((id, context.body.variable_name(id)?)))?;
    let is_parameter = context
        .body
        .parameters()
        .iter()
        .any(|parameter| parameter.name == *name);
    let at_top = assigned_at_top(context.db, context.environment(), context.item.file);
    if is_parameter && at_top.is_some_and(|names| !names.contains(name)) {
        let message = format!("Unknown variable: '{name}'");
        return Some(
            BodyDiagnostic::new(&rules::UNKNOWN_VARIABLE, Anchor::Expr(variable), message)
                .with_issue("UNKNOWN_VARIABLE")
                .with_help("The type of a parameter cannot depend on another parameter"),
        );
    }
    None
}

/// A class or defined type takes its default when it is given undef: such a parameter is never undef.
fn never_undef(context: &Context<'_>, parameter: &Parameter, ty: ExprId) -> Option<BodyDiagnostic> {
    let takes_default = matches!(
        context.body.definition().kind(),
        DefinitionKind::Class | DefinitionKind::DefinedType
    );
    let Expr::Access { left, keys } = context.body.expr(ty) else {
        return None;
    };
    let is_optional =
        matches!(context.body.expr(*left), Expr::QualifiedReference(name) if name == "Optional");
    let default_at = parameter.value?;
    let default = context.inference.known(default_at).value()?;
    if keys.len() != 1 || !takes_default || !is_optional || *default == Value::Undef {
        return None;
    }
    let message = format!(
        "Optional has no effect: '${}' takes its default when it is omitted or undef",
        parameter.name
    );
    let finding = BodyDiagnostic::new(&rules::OPTIONAL_NEVER_UNDEF, Anchor::Expr(ty), message)
        .with_help("Remove Optional[…], or make the default undef");
    Some(advised(context, finding, default_at))
}

/// A type that accepts more than what its default says is wanted.
fn weak(context: &Context<'_>, parameter: &Parameter, ty: ExprId) -> Option<BodyDiagnostic> {
    let is_string =
        matches!(context.body.expr(ty), Expr::QualifiedReference(name) if name == "String");
    let default = parameter.value.map(|value| context.inference.known(value));
    let default = default.and_then(Inferred::value).and_then(Value::as_str);
    if !is_string || default == Some("") {
        return None;
    }
    let message = format!("Parameter '${}' accepts an empty string", parameter.name);
    Some(
        BodyDiagnostic::new(&rules::WEAK_TYPE, Anchor::Expr(ty), message).with_fix(
            BodyFix::replace(
                "Replace with `String[1]`",
                Safety::Unsafe,
                Anchor::Expr(ty),
                "String[1]",
            ),
        ),
    )
}

/// `Integer[1-3]`: a difference, where two arguments were meant.
fn difference(context: &Context<'_>, key: ExprId) -> Option<BodyDiagnostic> {
    let Expr::Arithmetic {
        operator: ArithmeticOperator::Subtract,
        left,
        right,
    } = context.body.expr(key)
    else {
        return None;
    };
    let literal = |id: ExprId| match (context.body.expr(id), context.inference.known(id).value()) {
        (Expr::LiteralInteger { .. }, Some(Value::Integer(value))) => Some(*value),
        _ => None,
    };
    let (from, to) = (literal(*left)?, literal(*right)?);
    let message = format!(
        "Subtraction gives the number {}, not the range from {from} to {to}",
        from.checked_sub(to)?
    );
    Some(
        BodyDiagnostic::new(&SUSPICIOUS_TYPE_ARGUMENT, Anchor::Expr(key), message).with_fix(
            BodyFix::replace(
                format!("Replace with `{from}, {to}`"),
                Safety::Unsafe,
                Anchor::Expr(key),
                format!("{from}, {to}"),
            ),
        ),
    )
}

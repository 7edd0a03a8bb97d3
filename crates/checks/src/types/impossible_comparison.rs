//! Comparisons and matches that the types of the operands make impossible.

use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::ExprId;
use puppet_types::{Type, TypeContext, Value};

use crate::types::comparisons::{is_decided, is_nothing};
use puppet_inference::body_context::Context;
use puppet_inference::infer::{choice_of, may_be, may_equal};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::{literal_label, type_label, value_label};
use puppet_text::closest;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// Values of these types are never equal, or never match.
    pub IMPOSSIBLE_COMPARISON = {
        code: "T212", name: "impossible-comparison",
        levels: [Off, Warning, Error], fix: Unsafe,
        help: "Compare values of one type: convert one of them",
    }
}

/// A value of a type that is compared with another value, which it never equals.
pub(crate) fn value_comparison(
    context: &dyn TypeContext,
    id: ExprId,
    (ty, value): (&Type, &Value),
    always: bool,
) -> BodyDiagnostic {
    let other =
        literal_label(value).unwrap_or_else(|| value_label(&puppet_types::infer(context, value)));
    let message = format!(
        "Comparison is always {always}: {} never equals {other}",
        value_label(ty)
    );
    let diagnostic = BodyDiagnostic::new(&IMPOSSIBLE_COMPARISON, Anchor::Expr(id), message);
    similar(context, diagnostic, ty, value)
}

/// A value of a type that is matched with a type of which it never is.
pub(crate) fn type_comparison(
    id: ExprId,
    ty: &Type,
    wanted: &Type,
    always: bool,
) -> BodyDiagnostic {
    let message = format!(
        "Comparison is always {always}: {} is never of type {}",
        value_label(ty),
        type_label(wanted)
    );
    // Code that is made for many types tests for more of them than its parameters have.
    BodyDiagnostic::new(&IMPOSSIBLE_COMPARISON, Anchor::Expr(id), message)
        .with_severity(Severity::Hint)
}

/// A value that a fact never has, for one that it has.
pub(crate) fn fact_value(at: ExprId, fact: &str, value: &str, meant: &str) -> BodyDiagnostic {
    let message = format!("The fact '{fact}' never has the value '{value}'");
    BodyDiagnostic::new(&IMPOSSIBLE_COMPARISON, Anchor::Expr(at), message)
        .with_severity(Severity::Warning)
        .with_similar(meant)
}

/// An option that what is tested never is, whatever the options before are.
pub(crate) fn impossible_option(
    context: &Context<'_>,
    test: &Inferred,
    option: ExprId,
) -> Option<BodyDiagnostic> {
    let Inferred::Type(ty) = test else {
        return None;
    };
    let value = context.inference.result(option).value()?;
    let may_match = match value {
        Value::String(_) | Value::Integer(_) | Value::Boolean(_) | Value::Undef => {
            may_equal(&context.names, test, value)
        }
        Value::Type(wanted) => may_be(&context.names, test, wanted),
        _ => true,
    };
    if may_match || is_nothing(value) || is_decided(ty) {
        return None;
    }
    let literal = literal_label(value).unwrap_or_default();
    let message = format!("Option {literal} can never match {}", value_label(ty));
    let diagnostic = BodyDiagnostic::new(&IMPOSSIBLE_COMPARISON, Anchor::Expr(option), message);
    let diagnostic = similar(&context.names, diagnostic, ty, value);
    Some(match value {
        // Options for other types than that of the parameter are usual where code is made for many.
        Value::Boolean(_) | Value::Undef | Value::Type(_) => {
            diagnostic.with_severity(Severity::Hint)
        }
        _ => diagnostic,
    })
}

/// With the value of an `Enum` that may be meant.
fn similar(
    context: &dyn TypeContext,
    diagnostic: BodyDiagnostic,
    ty: &Type,
    value: &Value,
) -> BodyDiagnostic {
    let Value::String(text) = value else {
        return diagnostic;
    };
    let choice = choice_of(context, &Inferred::Type(ty.clone())).unwrap_or_default();
    let values = choice.iter().filter_map(|it| it.strip_prefix('\''));
    let values = values.filter_map(|it| it.strip_suffix('\''));
    diagnostic.with_closest(closest(text, values))
}

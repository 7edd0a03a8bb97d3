//! Parameters without a type.

use puppet_diagnostics::{Safety, declare_rule};
use puppet_hir::model::Parameter;
use puppet_types::Value;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix, EditAnchor};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A parameter has no type.
    pub MISSING_TYPE = {
        code: "T217", name: "missing-type",
        levels: [Off, Off, Hint], fix: Unsafe, puppet_lint: ["parameter_types"],
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let parameters = context.body.parameters().iter();
    let untyped = parameters.filter(|parameter| parameter.type_expr.is_none());
    out.extend(untyped.map(|parameter| missing(context, parameter)));
}

fn missing(context: &Context<'_>, parameter: &Parameter) -> BodyDiagnostic {
    let message = format!("Parameter '${}' has no type", parameter.name);
    let diagnostic = BodyDiagnostic::new(&MISSING_TYPE, Anchor::PartName(parameter.part), message);
    let default = parameter.value.map(|value| context.inference.result(value));
    match default.and_then(Inferred::value).and_then(type_of_default) {
        Some(ty) => diagnostic.with_fix(
            BodyFix::new(format!("Add type `{ty}`"), Safety::Unsafe).with_edit(
                (Anchor::Part(parameter.part), EditAnchor::Before),
                format!("{ty} "),
            ),
        ),
        None => diagnostic,
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

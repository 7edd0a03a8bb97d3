//! Types of parameters that accept more than what the default shows is wanted.

use puppet_diagnostics::{Safety, declare_rule};
use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::Value;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A type accepts values that are rarely useful, such as an empty string.
    pub WEAK_TYPE = { code: "T220", name: "weak-type", levels: [Off, Off, Hint], fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for parameter in context.body.parameters() {
        out.extend(
            parameter
                .type_expr
                .and_then(|ty| weak(context, parameter, ty)),
        );
    }
}

fn weak(context: &Context<'_>, parameter: &Parameter, ty: ExprId) -> Option<BodyDiagnostic> {
    let is_string =
        matches!(context.body.expr(ty), Expr::QualifiedReference(name) if name == "String");
    let default = parameter.value.map(|value| context.inference.result(value));
    let default = default.and_then(Inferred::value).and_then(Value::as_str);
    if !is_string || default == Some("") {
        return None;
    }
    let message = format!("Parameter '${}' accepts an empty string", parameter.name);
    Some(
        BodyDiagnostic::new(&WEAK_TYPE, Anchor::Expr(ty), message).with_fix(BodyFix::replace(
            "Replace with `String[1]`",
            Safety::Unsafe,
            Anchor::Expr(ty),
            "String[1]",
        )),
    )
}

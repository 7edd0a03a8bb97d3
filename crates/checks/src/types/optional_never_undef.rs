//! `Optional` around the type of a parameter that is never undef: a class or defined type takes its default when it is
//! undef.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId, Parameter};
use puppet_types::Value;

use crate::types::foreign_literals::advised;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// `Optional` has no effect on a parameter whose default is not undef.
    pub OPTIONAL_NEVER_UNDEF = {
        code: "T209", name: "optional-never-undef",
        levels: [Off, Hint, Warning], fix: Unsafe, puppet_lint: ["optional_default"],
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for parameter in context.body.parameters() {
        out.extend(
            parameter
                .type_expr
                .and_then(|ty| never_undef(context, parameter, ty)),
        );
    }
}

/// Whether a type is written as `Optional[…]`.
pub fn is_optional(body: &Body, ty: ExprId) -> bool {
    let Expr::Access { left, keys } = body.expr(ty) else {
        return false;
    };
    keys.len() == 1
        && matches!(body.expr(*left), Expr::QualifiedReference(name) if name == "Optional")
}

fn never_undef(context: &Context<'_>, parameter: &Parameter, ty: ExprId) -> Option<BodyDiagnostic> {
    let takes_default = matches!(
        context.body.definition().kind(),
        DefinitionKind::Class | DefinitionKind::DefinedType
    );
    let default_at = parameter.value?;
    let default = context.inference.result(default_at).value()?;
    if !takes_default || !is_optional(context.body, ty) || *default == Value::Undef {
        return None;
    }
    let message = format!(
        "Optional has no effect: '${}' takes its default when it is omitted or undef",
        parameter.name
    );
    let diagnostic = BodyDiagnostic::new(&OPTIONAL_NEVER_UNDEF, Anchor::Expr(ty), message)
        .with_help("Remove Optional[…], or make the default undef");
    Some(advised(context, diagnostic, default_at))
}

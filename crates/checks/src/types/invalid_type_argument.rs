//! Arguments that a type does not accept, where an expression has them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, BodyOwner, Expr};
use puppet_types::{Named, Value};

use crate::names::circular_definition::IS_CIRCLE;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Failure, Inference};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::alias::alias_of;
use puppet_semantic::types::object_definition::object_refusal;

declare_rule! {
    /// A type has arguments that it does not accept.
    pub INVALID_TYPE_ARGUMENT = {
        code: "T222", name: "invalid-type-argument", level: Error,
        help: "Write arguments that the type accepts: hover its name to see them",
    }
}

/// A type alias that Puppet refuses, or a definition of an object type that it refuses wherever the type is used.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let BodyOwner::TypeAlias { type_expr, .. } = context.body.definition() else {
        return;
    };
    // What the operator `[]` refuses is a diagnostic of its own, at the parameter that is to blame.
    if let Some(expr) = type_expr
        && let Named::Invalid(message) = alias_of(context.db, context.environment(), context.item)
        && !message.ends_with(IS_CIRCLE)
        && context.inference.failures().is_empty()
    {
        let at = Anchor::Expr(*expr);
        out.push(BodyDiagnostic::new(&INVALID_TYPE_ARGUMENT, at, &**message));
    }
    if let Some(message) = object_refusal(context.db, context.environment(), context.item) {
        let message = message.as_str();
        out.push(BodyDiagnostic::new(
            &INVALID_TYPE_ARGUMENT,
            Anchor::Name,
            message,
        ));
    }
}

/// Whether it is the arguments of a type that fail, and not the access to an element.
pub(crate) fn is_about(body: &Body, inference: &Inference, failure: &Failure) -> bool {
    let Expr::Access { left, .. } = body.expr(failure.expr) else {
        return false;
    };
    matches!(inference.result(*left).value(), Some(Value::Type(_)))
}

//! Arguments that a type does not accept, where an expression has them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, Expr};
use puppet_types::Value;

use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::infer::{Failure, Inference};
use puppet_semantic::types::object_definition::object_refusal;

declare_rule! {
    /// A type has arguments that it does not accept.
    pub INVALID_TYPE_ARGUMENT = { code: "T222", name: "invalid-type-argument", level: Error }
}

/// A definition of an object type that Puppet refuses wherever the type is used.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if ItemKind::from_definition(context.body.definition()) != Some(ItemKind::TypeAlias) {
        return;
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
    matches!(inference.known(*left).value(), Some(Value::Type(_)))
}

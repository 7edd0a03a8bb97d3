//! Arguments that a type does not accept, where an expression has them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, Expr};
use puppet_types::Value;

use puppet_semantic::infer::{Failure, Inference};

declare_rule! {
    /// A type has arguments that it does not accept.
    pub INVALID_TYPE_ARGUMENT = { code: "T222", name: "invalid-type-argument", level: Error }
}

/// Whether it is the arguments of a type that fail, and not the access to an element.
pub(crate) fn is_about(body: &Body, inference: &Inference, failure: &Failure) -> bool {
    let Expr::Access { left, .. } = body.expr(failure.expr) else {
        return false;
    };
    matches!(inference.known(*left).value(), Some(Value::Type(_)))
}

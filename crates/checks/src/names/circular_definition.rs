//! Type aliases that Puppet cannot resolve: circles without a type in them.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::BodyOwner;
use puppet_types::Named;

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::alias::alias_of;

declare_rule! {
    /// A class inherits from itself, or a type alias refers only to itself.
    pub CIRCULAR_DEFINITION = {
        code: "N113", name: "circular-definition", level: Error,
        help: "Remove one of the references that form the circle",
    }
}

/// The end of what is said of an alias that refers only to itself.
pub(crate) const IS_CIRCLE: &str = "cannot be resolved to a real type";

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let BodyOwner::TypeAlias {
        type_expr: Some(expr),
        ..
    } = context.body.definition()
    else {
        return;
    };
    if let Named::Invalid(message) = alias_of(context.db, context.environment(), context.item)
        && message.ends_with(IS_CIRCLE)
    {
        let at = Anchor::Expr(*expr);
        out.push(BodyDiagnostic::new(&CIRCULAR_DEFINITION, at, &**message));
    }
}

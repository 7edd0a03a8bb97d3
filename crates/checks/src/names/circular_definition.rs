//! Type aliases that Puppet cannot resolve: circles without a type in them, wrong parameters of types.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::Definition;
use puppet_types::Named;

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::alias::alias_of;

declare_rule! {
    /// A class inherits from itself, or a type alias refers only to itself.
    pub CIRCULAR_DEFINITION = { code: "N113", name: "circular-definition", level: Error }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Definition::TypeAlias {
        type_expr: Some(expr),
        ..
    } = context.body.definition()
    else {
        return;
    };
    if let Named::Invalid(message) = alias_of(context.db, context.environment(), context.item) {
        let is_circle = message.ends_with("cannot be resolved to a real type");
        // What the operator `[]` refuses is a diagnostic of its own, at the parameter that is to blame.
        if !is_circle && !context.inference.failures().is_empty() {
            return;
        }
        let rule = if is_circle {
            &CIRCULAR_DEFINITION
        } else {
            &rules::INVALID_TYPE_ARGUMENT
        };
        out.push(BodyDiagnostic::new(
            rule,
            Anchor::Expr(*expr),
            message.to_string(),
        ));
    }
}

//! Accesses to elements of facts that nothing provides.

use puppet_diagnostics::rules;
use puppet_hir::model::Expr;

use super::bodies::Context;
use super::variables::is_certainly_unknown;
use crate::facts::is_fact;
use crate::finding::{Anchor, Finding};
use crate::reads::fact_name;

/// `$facts['x']['y']` where no fact `x` is known, and no other code reads one.
pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for it in context.reachable() {
        let Expr::Access { left, .. } = it.expr else {
            continue;
        };
        let Some(name) = fact_name(context.body, context.body.without_parentheses(*left)) else {
            continue;
        };
        // In a branch, its presence may have been tested before.
        if !it.is_conditional
            && !is_fact(context.db, context.environment(), name)
            && is_certainly_unknown(context, name)
        {
            let message = "Operator '[]' is not applicable to an Undef Value.";
            let finding =
                Finding::new(&rules::OPERATOR_TYPE_MISMATCH, Anchor::Expr(*left), message);
            let help = format!("no fact '{name}' is known, and nothing else reads one");
            out.push(
                finding
                    .with_issue("OPERATOR_NOT_APPLICABLE")
                    .with_help(help),
            );
        }
    }
}

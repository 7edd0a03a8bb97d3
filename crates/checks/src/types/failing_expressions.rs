//! Expressions that fail on the values that they always get: operators, arguments of types, assignments.

use puppet_diagnostics::Rule;
use puppet_eval::Issue;
use puppet_hir::model::{Body, DefinitionKind};
use puppet_types::Named;

use crate::names::reassigned_variable;
use crate::rules;
use crate::types::{implicit_number_coercion, invalid_type_argument, operator_type_mismatch};
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Failure, Inference};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::alias::alias_of;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    // The right side of an alias is no expression: what reads it refuses less than the operator `[]`.
    if context.body.definition().kind() == DefinitionKind::TypeAlias
        && !matches!(
            alias_of(context.db, context.environment(), context.item),
            Named::Invalid(_)
        )
    {
        return;
    }
    for failure in context.inference.failures() {
        // Calls that fail are reported by another check.
        if context.body.expr(failure.expr).is_call() || context.is_in_query(failure.expr) {
            continue;
        }
        let blamed = operator_type_mismatch::blamed(context.body, failure);
        let rule = rule(context.body, context.inference, failure);
        let help = match failure.issue {
            Issue::NumericCoercion => Some(implicit_number_coercion::HELP),
            _ => operator_type_mismatch::help(context, failure),
        };
        let diagnostic = BodyDiagnostic::new(rule, Anchor::Expr(blamed), failure.message.clone())
            .with_issue(failure.issue.code())
            .with_own_help(help);
        let severity = implicit_number_coercion::severity(context, failure, blamed);
        let diagnostic = match severity {
            Some(severity) => diagnostic.with_severity(severity),
            None => diagnostic,
        };
        out.push(match failure.issue {
            Issue::IllegalReassignment => {
                reassigned_variable::with_first_assignment(context, failure, diagnostic)
            }
            _ => diagnostic,
        });
    }
}

fn rule(body: &Body, inference: &Inference, failure: &Failure) -> &'static Rule {
    match failure.issue {
        Issue::NumericCoercion => return &rules::IMPLICIT_NUMBER_COERCION,
        Issue::UnmatchedSelector => return &rules::SELECTOR_MAY_NOT_MATCH,
        Issue::IllegalReassignment => return &rules::REASSIGNED_VARIABLE,
        Issue::IllegalReservedAssignment => return &rules::INVALID_ASSIGNMENT,
        _ => {}
    }
    match invalid_type_argument::is_about(body, inference, failure) {
        true => &rules::INVALID_TYPE_ARGUMENT,
        false => &rules::OPERATOR_TYPE_MISMATCH,
    }
}

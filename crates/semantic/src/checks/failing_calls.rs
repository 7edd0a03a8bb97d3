//! Functions and conversions that fail on the values that they always get: `Integer('abc')`, `sprintf('%d', 'x')`.

use puppet_diagnostics::rules;
use puppet_hir::model::{Expr, PartId};

use super::bodies::Context;
use super::failures::is_call;
use crate::finding::{Anchor, Finding};
use crate::infer::{Call, Failure};

pub(super) fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for failure in context.inference.failures() {
        if is_call(context.body.expr(failure.expr)) && !is_reported(context, failure, out) {
            let mut lines = failure.message.lines().map(str::trim);
            let message: Vec<&str> = lines.by_ref().filter(|line| !line.is_empty()).collect();
            let finding = Finding::new(
                &rules::FAILING_CALL,
                Anchor::Expr(failure.expr),
                message.join("; "),
            );
            out.push(finding.with_issue(failure.issue.code()));
        }
    }
}

/// Whether the call was found to be wrong already: by the types of its arguments alone.
fn is_reported(context: &Context<'_>, failure: &Failure, out: &[Finding]) -> bool {
    let Some(call) = Call::of(context.body, failure.expr) else {
        return false;
    };
    let rules = [&rules::ARGUMENT_TYPE_MISMATCH, &rules::NO_MATCHING_OVERLOAD];
    out.iter().any(|finding| {
        let is_here = match finding.anchor {
            Anchor::Expr(id) => {
                id == failure.expr || call.lambda == Some(id) || call.arguments.contains(&id)
            }
            Anchor::Part(part) => parameters(context, &call).any(|parameter| parameter == part),
            _ => false,
        };
        is_here && rules.iter().any(|rule| rule.code == finding.rule.code)
    })
}

/// The parameters of a call's lambda.
fn parameters(context: &Context<'_>, call: &Call<'_>) -> impl Iterator<Item = PartId> {
    let parameters = match call.lambda.map(|lambda| context.body.expr(lambda)) {
        Some(Expr::Lambda { parameters, .. }) => &parameters[..],
        _ => &[],
    };
    parameters.iter().map(|parameter| parameter.part)
}

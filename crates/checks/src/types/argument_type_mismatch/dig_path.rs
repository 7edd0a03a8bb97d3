//! Keys of `dig`, `get` and `getvar` that cannot be followed in some of the values that they may meet.
//!
//! Source: the function `dig` of Puppet's core.

use puppet_hir::model::ExprId;
use puppet_types::Type;

use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::infer::dig_call::{DigCall, DigRoot};
use puppet_possible_mismatch::{Expectation, Subject, refused_diagnostic};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::display_name::literal_label;
use puppet_types::inferred::fit::Refused;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (it, call) in context.calls() {
        out.extend(check_call(context, it.id, call));
    }
}

fn check_call(context: &Context<'_>, id: ExprId, call: &Call<'_>) -> Option<BodyDiagnostic> {
    let step = context.inference.refused_step(id)?;
    let lookup = DigCall::from_call(call, |it| context.inference.result(it))?;
    let mut members = step.members.clone();
    let (name, path) = (call.name?, *call.arguments.first()?);
    let subject = match (&step.before, &lookup.root) {
        (None, DigRoot::Expr(root)) => {
            // The signature of `dig` refuses all others.
            members.retain(|it| name != "dig" || matches!(it, Type::Array(_) | Type::Tuple(_)));
            Subject::expr(context, *root)
        }
        (None, DigRoot::Variable(variable)) => Subject::variable(context, path, variable),
        (Some(before), DigRoot::Expr(root)) => {
            Subject::part(context, *root, literal_label(before)?.trim_matches('\''))
        }
        (Some(before), DigRoot::Variable(_)) => {
            Subject::part(context, path, literal_label(before)?.trim_matches('\''))
        }
    };
    let expectation = Expectation::new(None, format!("'{name}'"));
    let expectation = expectation.wanted("a Hash, or an Array and the number of an element");
    let refused = Refused::members(members);
    if refused.is_empty() {
        return None;
    }
    let rule = &ARGUMENT_TYPE_MISMATCH;
    refused_diagnostic(context, rule, &subject, refused, &expectation)
}

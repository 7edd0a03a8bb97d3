//! Calls of `pick` whose arguments may all be undef or an empty string.
//!
//! Source: the function `pick` of the module `stdlib`.

use puppet_hir::ExprId;
use puppet_types::{Type, Value};

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Call, may_be};
use puppet_possible_mismatch::{Expectation, members_diagnostic};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::Refused;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (it, call) in context.calls() {
        if call.name == Some("pick") && !context.inference.is_present(it.id) {
            out.extend(check_pick(context, call));
        }
    }
}

fn check_pick(context: &Context<'_>, call: &Call<'_>) -> Option<BodyDiagnostic> {
    let known = |at: &ExprId| context.inference.result(*at);
    let may_be_left_out = |at: &ExprId| match known(at) {
        Inferred::Value(value) => *value == Value::Undef || value.as_str() == Some(""),
        known => !known.is_unknown() && may_be(&context.names, known, &Type::Undef),
    };
    if call.is_unfolded(context.body) || !call.arguments.iter().all(may_be_left_out) {
        return None;
    }
    let mut open = call.arguments.iter().rev();
    let last = open.find(|it| known(it).value().is_none())?;
    let expectation = Expectation::new(None, "'pick'".to_owned())
        .wanted("an argument that is neither undef nor an empty string");
    let rule = &rules::ARGUMENT_TYPE_MISMATCH;
    let refused = Refused::members(vec![Type::Undef]);
    members_diagnostic(context, rule, *last, refused, &expectation)
}

//! Keys of `dig` and `get` that cannot be followed in some of the values that they may meet.
//!
//! Source: the function `dig` of Puppet's core.

use puppet_types::Type;

use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
use crate::types::possible::{Expectation, Subject, refused_diagnostic};
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_inference::infer::call::dig::{keys_of_call, refused_step};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::display_name::literal_label;
use puppet_types::inferred::fit::Refused;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if matches!(call.name, Some("dig" | "get")) && !call.is_unfolded(context.body) {
            out.extend(check_call(context, call));
        }
    }
}

fn check_call(context: &Context<'_>, call: &Call<'_>) -> Option<BodyDiagnostic> {
    let (receiver, keys) = keys_of_call(call, |it| context.inference.known(it))?;
    let known = context.inference.known(receiver);
    // With a value, the call itself tells.
    if known.value().is_some() {
        return None;
    }
    let (index, mut members) = refused_step(&context.names, known, &keys)?;
    let name = call.name?;
    let subject = match index.checked_sub(1) {
        None => {
            // The signature of `dig` refuses all others.
            members.retain(|it| name != "dig" || matches!(it, Type::Array(_) | Type::Tuple(_)));
            Subject::expr(context, receiver)
        }
        Some(before) => {
            let key = literal_label(keys.get(before)?)?;
            Subject::part(context, receiver, key.trim_matches('\''))
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

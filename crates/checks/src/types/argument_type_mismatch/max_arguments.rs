//! Calls of `max` and `min` with an array that may be empty.
//!
//! Source: the functions `max` and `min` of Puppet's core.

use puppet_types::{IntegerRange, TupleType, Type, resolve_alias};

use crate::rules;
use crate::types::unfolded_arguments::check_last;
use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_possible_mismatch::{Expectation, members_diagnostic};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::fit::Refused;
use puppet_types::inferred::set_theoretic::union_members;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if let Some(name @ ("max" | "min")) = call.name {
            out.extend(check_call(context, call, &format!("'{name}'")));
        }
    }
}

fn check_call(context: &Context<'_>, call: &Call<'_>, subject: &str) -> Option<BodyDiagnostic> {
    let at_least_one = IntegerRange::at_least(1);
    if call.is_unfolded(context.body) {
        let parameters = TupleType::new(vec![Type::Any], at_least_one);
        return check_last(context, call, &parameters, subject);
    }
    let [only] = call.arguments[..] else {
        return None;
    };
    let (rule, names) = (&rules::ARGUMENT_TYPE_MISMATCH, &context.names);
    let mut lists = union_members(names, &context.inference.result(only).ty(names));
    let may_be_empty = |it: &Type| matches!(it, Type::Array(it) if it.size.min_size() == 0);
    lists.retain(|it| may_be_empty(&resolve_alias(names, it)));
    let expected = Type::array_of(Type::Any, at_least_one);
    let expectation =
        Expectation::new(Some(&expected), subject.to_owned()).wanted("at least one value");
    members_diagnostic(context, rule, only, Refused::partial(lists), &expectation)
}

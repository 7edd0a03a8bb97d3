//! Values that functions pass to lambdas, against the parameters that the lambdas declare.
//!
//! Source: `Puppet::Pops::Evaluator::Closure` (`combine_values_with_parameters`, `call`).

use puppet_hir::model::{Expr, ExprId, Parameter};
use puppet_types::Type;

use crate::rules;
use crate::types::no_matching_overload;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{LambdaArguments, declared_type};
use puppet_possible_mismatch::{self as possible, Expectation, Subject};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::mismatch::mismatch;
use puppet_types::inferred::Inferred;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        let Some(lambda) = call.lambda else { continue };
        let Expr::Lambda { parameters, .. } = context.body.expr(lambda) else {
            continue;
        };
        if let Some(passed) = context.inference.lambda_arguments(lambda) {
            let of = call.arguments.first().copied();
            check_lambda(context, parameters, passed, of, out);
        }
    }
}

fn check_lambda(
    context: &Context<'_>,
    parameters: &[Parameter],
    passed: &LambdaArguments,
    of: Option<ExprId>,
    out: &mut Vec<BodyDiagnostic>,
) {
    for (index, parameter) in parameters.iter().enumerate() {
        let is_required = parameter.value.is_none() && !parameter.captures_rest;
        if is_required && index >= passed.arguments.len() {
            let given = passed.arguments.len();
            out.push(no_matching_overload::incomplete_lambda(parameter, given));
            return;
        }
        // Puppet names all wrong arguments at once; one of them is enough.
        if let Some(diagnostic) = wrong_argument(context, parameter, passed, of, index) {
            out.push(diagnostic);
            return;
        }
    }
}

fn wrong_argument(
    context: &Context<'_>,
    parameter: &Parameter,
    passed: &LambdaArguments,
    of: Option<ExprId>,
    index: usize,
) -> Option<BodyDiagnostic> {
    let Inferred::Type(declared) = declared_type(context.inference.result(parameter.type_expr?))
    else {
        return None;
    };
    let subject = format!("block parameter '{}'", parameter.name);
    let first = passed.first.iter();
    let all = first.chain(std::iter::once(&passed.arguments));
    let arguments = all.flat_map(|arguments| match parameter.captures_rest {
        true => arguments.get(index..).unwrap_or_default(),
        false => arguments.get(index..=index).unwrap_or_default(),
    });
    let expected = match &declared {
        Type::Array(array) if parameter.captures_rest => &array.element,
        declared => declared,
    };
    let message = arguments
        .clone()
        .find_map(|argument| mismatch(&context.names, &subject, expected, argument));
    if let Some(message) = message {
        let (rule, at) = (&rules::ARGUMENT_TYPE_MISMATCH, Anchor::Part(parameter.part));
        return Some(BodyDiagnostic::new(rule, at, message));
    }
    let expectation = Expectation::new(Some(expected), subject);
    arguments.into_iter().find_map(|argument| {
        let subject = || Subject::argument(context, of, parameter.part);
        let rule = &rules::ARGUMENT_TYPE_MISMATCH;
        possible::known_diagnostic(context, rule, subject, argument, &expectation)
    })
}

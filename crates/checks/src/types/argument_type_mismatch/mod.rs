//! Arguments that are not of the type that the only signature of a function expects.

pub(crate) mod class_arguments;
pub(crate) mod dig_path;
pub(crate) mod include_arguments;
mod lookup_call;
pub(crate) mod lookup_default;
pub(crate) mod lookup_value;
pub(crate) mod max_arguments;
pub(crate) mod merge_strategy;
pub(crate) mod number_arguments;
pub(crate) mod pick_arguments;

use puppet_diagnostics::{Certainty, declare_rule};
use puppet_hir::model::{Expr, ExprId};
use puppet_types::Signature;

use crate::literal_conversion_fix::literal_fix;
use crate::types::call_arguments::{has_count, type_at};
use crate::types::struct_key;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::value_origins::value_origins;
use puppet_inference::functions::callable::CallableSet;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::Call;
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::mismatch::mismatch;

declare_rule! {
    /// An argument is not of the type that its parameter expects.
    pub ARGUMENT_TYPE_MISMATCH = {
        code: "T202", name: "argument-type-mismatch",
        level: Error, fix: Unsafe,
    }
}

/// With only one way to call the function, each wrong argument has a diagnostic of its own. Whether there is one.
pub(crate) fn check_call(
    context: &Context<'_>,
    call: &Call<'_>,
    name: &str,
    callables: &CallableSet,
    out: &mut Vec<BodyDiagnostic>,
) -> bool {
    let before = out.len();
    if let [only] = &callables.overloads[..]
        && has_count(only, call.arguments.len())
    {
        check_arguments(context, call, name, callables, only, out);
    }
    let mut added = out[before..].iter();
    added.any(|it| it.certainty == Certainty::Certain)
}

/// Each argument that is given before any that are unfolded.
pub(crate) fn check_arguments(
    context: &Context<'_>,
    call: &Call<'_>,
    name: &str,
    callables: &CallableSet,
    overload: &Signature,
    out: &mut Vec<BodyDiagnostic>,
) {
    let is_given = |it: &&ExprId| !matches!(context.body.expr(**it), Expr::Unfold(_));
    for (index, argument) in call.arguments.iter().take_while(is_given).enumerate() {
        let Some(expected) = type_at(overload, index) else {
            continue;
        };
        let last = overload.parameter_names.len().saturating_sub(1);
        let parameter = overload
            .parameter_names
            .get(index.min(last))
            .map_or("", |name| name.as_str());
        let subject = format!("'{name}' parameter '{parameter}'");
        let wrong = value_origins(context, *argument).find_map(|value| {
            let mismatch = mismatch(&context.names, &subject, expected, value.known)?;
            let diagnostic =
                struct_key::diagnostic(mismatch, &ARGUMENT_TYPE_MISMATCH, value.anchor());
            let fix = literal_fix(context, value.origin, expected);
            Some(value.explain(context, diagnostic.with_fixes(fix)))
        });
        let declared = callables.item.and_then(|item| {
            let signature = signature(context.db, context.environment(), item);
            Some((item, signature.parameters.get(index.min(last))?))
        });
        let Some(mut diagnostic) = wrong else {
            let expectation = Expectation {
                declared_at: declared.map(|(item, it)| (item, Anchor::Part(it.part))),
                ..Expectation::new(Some(expected), subject)
            };
            let rule = &ARGUMENT_TYPE_MISMATCH;
            out.extend(possible::diagnostic(context, rule, *argument, &expectation));
            continue;
        };
        if let Some((item, declared)) = declared {
            let text = format!("Parameter '{parameter}' is declared here");
            diagnostic = diagnostic.with_related((item, Anchor::Part(declared.part)), text);
        }
        out.push(diagnostic);
    }
}

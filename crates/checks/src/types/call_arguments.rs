//! Calls of functions: their existence, and the types of their arguments.

use puppet_types::{IntegerRange, Membership, Signature, Type};

use crate::downgrade_module_stubs;
use crate::names::unknown_function;
use crate::types::{argument_type_mismatch, no_matching_overload, unfolded_arguments};
use puppet_inference::body_context::{Context, ReachableExprs};
use puppet_inference::functions::callable::{Callee, callee};
use puppet_inference::infer::Call;
use puppet_inference::infer::call::membership;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::file_origin::may_be_of_other_version;
use puppet_semantic::resource_types::existence::COMMON_TYPES;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let checked = |(it, _): &&(ReachableExprs<'_>, Call<'_>)| context.is_checked(it.id);
    for (it, call) in context.calls().iter().filter(checked) {
        let Some(name) = call.name else { continue };
        if name == "import" {
            out.push(unknown_function::discontinued(call.functor));
            continue;
        }
        let types = |it| context.inference.result(it).ty(&context.names);
        let membership = membership(call, &context.names, types);
        if membership == Membership::All {
            continue;
        }
        let callee_of = |name| callee(context.db, context.environment(), context.item.file, name);
        if call.is_unfolded(context.body) {
            if let Callee::Known(callables) = callee_of(name)
                && let [only] = &callables.overloads[..]
                && let Some(parameters) = &only.callable.params
            {
                argument_type_mismatch::check_arguments(context, call, name, &callables, only, out);
                let subject = format!("'{name}'");
                out.extend(unfolded_arguments::check_last(
                    context, call, parameters, &subject,
                ));
            }
            continue;
        }
        match callee_of(name) {
            Callee::Known(callables) => {
                let first = out.len();
                if !argument_type_mismatch::check_call(context, call, name, &callables, out) {
                    let diagnostic = no_matching_overload::diagnostic;
                    out.extend(diagnostic(context, it.id, call, name, &callables));
                }
                if callables.file.is_some_and(|file| {
                    may_be_of_other_version(context.db, file, context.item.file)
                }) {
                    out[first..]
                        .iter_mut()
                        .for_each(downgrade_module_stubs::soften_one);
                }
            }
            Callee::Absent if unknown_function::may_be_member(context, call, membership) => {}
            Callee::Absent => {
                out.push(unknown_function::diagnostic(
                    context,
                    it,
                    call.functor,
                    name,
                ));
            }
            Callee::Unknown if !call.is_method && COMMON_TYPES.contains(&name) => {
                let diagnostic = unknown_function::resource_type(call.functor, name);
                out.push(diagnostic);
            }
            Callee::Opaque | Callee::Unknown => {}
        }
        if let Some((argument, name)) = unknown_function::called_by_name(context, call, name)
            && callee_of(name) == Callee::Absent
        {
            out.push(unknown_function::diagnostic(context, it, argument, name));
        }
    }
}

pub(crate) fn has_count(overload: &Signature, given: usize) -> bool {
    let size = size(overload);
    i64::try_from(given).is_ok_and(|given| size.contains(&given))
}

pub(crate) fn size(overload: &Signature) -> IntegerRange {
    overload
        .callable
        .params
        .as_ref()
        .map_or(IntegerRange::at_least(0), |params| params.size_range())
}

pub(crate) fn type_at(overload: &Signature, index: usize) -> Option<&Type> {
    overload.callable.params.as_ref()?.type_at(index)
}

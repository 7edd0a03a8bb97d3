//! The values that `lookup` finds in data, against the type that the call names.
//!
//! Source: `Puppet::Pops::Lookup.lookup`.

use puppet_diagnostics::Severity;
use puppet_types::{Type, Value};

use crate::types::argument_type_mismatch::ARGUMENT_TYPE_MISMATCH;
use crate::types::argument_type_mismatch::lookup_call::LookupCall;
use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::hiera::lookup::{LookupResult, lookup_key};
use puppet_semantic::hiera::lookup_options::takes_first;
use puppet_semantic::types::mismatch::{Mismatch, mismatch};
use puppet_types::inferred::Inferred;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        out.extend(LookupCall::read(context, call).and_then(|it| check_call(context, &it)));
    }
}

fn check_call(context: &Context<'_>, call: &LookupCall) -> Option<BodyDiagnostic> {
    let Value::Type(ty) = context.inference.result(call.ty?).value()? else {
        return None;
    };
    let key = call.known_key(context).filter(|key| !key.contains('.'))?;
    let answers = lookup_key(context.db, context.environment(), key);
    if answers.options.convert_to.is_some() || !finds_first(context, call, answers) {
        return None;
    }
    let used = answers
        .last_used()
        .map_or(answers.values.len(), |last| last + 1);
    let mut used = answers.values.iter().take(used);
    let is_certain = answers.constant().is_some();
    let (file, mismatch) = used.find_map(|found| {
        let value = found.value.as_ref()?;
        // With `~`, data says that other data must have it.
        if *value == Value::Undef && !is_certain {
            return None;
        }
        let mismatch = refused(context, ty, value)?;
        Some((found.file, mismatch))
    })?;
    let at = Anchor::Expr(call.ty?);
    let diagnostic = BodyDiagnostic::new(&ARGUMENT_TYPE_MISMATCH, at, mismatch.text);
    let path = file.path(context.db);
    let name = path.rsplit('/').next().unwrap_or(path);
    let diagnostic = diagnostic.with_help(format!("Correct the value in {name}, or the type"));
    // Other nodes may get another value.
    Some(match is_certain {
        true => diagnostic,
        false => diagnostic.with_severity(Severity::Warning),
    })
}

/// Whether the value that is found first is given as it is.
fn finds_first(context: &Context<'_>, call: &LookupCall, answers: &LookupResult) -> bool {
    match call.merge.map(|merge| context.inference.result(merge)) {
        None | Some(Inferred::Value(Value::Undef)) => answers.options.is_plain(),
        Some(Inferred::Value(Value::String(merge))) => takes_first(merge.as_str()),
        Some(_) => false,
    }
}

fn refused(context: &Context<'_>, ty: &Type, value: &Value) -> Option<Mismatch> {
    let known = Inferred::Value(value.clone());
    mismatch(&context.names, "Found value has wrong type,", ty, &known)
}

//! Calls that no signature of the function accepts.

use puppet_diagnostics::declare_rule;
use puppet_hir::model::{ExprId, Parameter};
use puppet_types::{IntegerRange, Relate, Signature, Type};

use crate::types::call_arguments::{has_count, size, type_at};
use puppet_inference::body_context::Context;
use puppet_inference::functions::callable::CallableSet;
use puppet_inference::infer::{Call, lambda_type};
use puppet_possible_mismatch::{self as possible, Expectation};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::types::mismatch::is_mismatch;
use puppet_text::closest;
use puppet_types::inferred::fit::{Fit, fit};

declare_rule! {
    /// No signature of the function accepts these arguments.
    pub NO_MATCHING_OVERLOAD = { code: "T203", name: "no-matching-overload", level: Error, fix: Unsafe }
}

/// Longer signatures are shown without the keys of their hashes.
const MAX_SIGNATURE: usize = 120;

/// A call that no signature of the function accepts.
pub(crate) fn diagnostic(
    context: &Context<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
    callables: &CallableSet,
) -> Option<BodyDiagnostic> {
    let faults: Vec<ArgumentError> = callables
        .overloads
        .iter()
        .map_while(|overload| fault(context, call, overload))
        .collect();
    if faults.is_empty() && callables.overloads.is_empty() {
        return None;
    }
    if faults.len() < callables.overloads.len() {
        return possible_fault(context, call, name, callables);
    }
    let text = describe(context, call, name, &callables.overloads);
    let mut lines = text.lines();
    let message = lines
        .next()
        .unwrap_or_default()
        .trim_end_matches(" It expects one of:")
        .trim_end_matches('.');
    let anchor = match faults[0] {
        ArgumentError::Argument(index)
            if faults
                .iter()
                .all(|fault| *fault == ArgumentError::Argument(index)) =>
        {
            call.arguments.get(index).copied().unwrap_or(id)
        }
        ArgumentError::Block => call.lambda.unwrap_or(id),
        _ => superfluous(call, &callables.overloads).unwrap_or(id),
    };
    let mut diagnostic = BodyDiagnostic::new(&NO_MATCHING_OVERLOAD, Anchor::Expr(anchor), message);
    if let Some(help) = expected_help(lines) {
        diagnostic = diagnostic.with_help(help);
    }
    if let Some(item) = callables.item {
        diagnostic = diagnostic.with_related((item, Anchor::Name), "Function is defined here");
    }
    Some(diagnostic)
}

/// A lambda that needs more arguments than it is given.
pub(crate) fn incomplete_lambda(parameter: &Parameter, given: usize) -> BodyDiagnostic {
    let name = &parameter.name;
    let message = format!("Parameter ${name} is required but no value was given");
    let arguments = if given == 1 { "argument" } else { "arguments" };
    BodyDiagnostic::new(&NO_MATCHING_OVERLOAD, Anchor::Part(parameter.part), message)
        .with_issue("MISSING_REQUIRED_PARAMETER")
        .with_help(format!(
            "The function calls this lambda with {given} {arguments}"
        ))
}

/// An argument that none of several signatures accepts whatever it is.
fn possible_fault(
    context: &Context<'_>,
    call: &Call<'_>,
    name: &str,
    callables: &CallableSet,
) -> Option<BodyDiagnostic> {
    if callables.overloads.len() < 2 || context.is_one_use() {
        return None;
    }
    let may_apply = |overload: &&Signature| fault(context, call, overload).is_none();
    let overloads: Vec<&Signature> = callables.overloads.iter().filter(may_apply).collect();
    call.arguments.iter().enumerate().find_map(|(index, at)| {
        let types = overloads.iter().map(|overload| type_at(overload, index));
        let types: Vec<Type> = types.map(|ty| ty.cloned()).collect::<Option<_>>()?;
        let all = Type::variant_of(types.iter().cloned());
        // A type that refuses no more than all of them together says best what is expected.
        let fit_of = |ty: &Type| fit(&context.names, ty, context.inference.result(*at));
        let alone = match fit_of(&all) {
            refused @ Fit::Sometimes(_) => types.iter().find(|ty| fit_of(ty) == refused),
            Fit::Always | Fit::Never => None,
        };
        let expected = alone.unwrap_or(&all);
        let expectation = Expectation::new(Some(expected), format!("'{name}'"));
        possible::diagnostic(context, &NO_MATCHING_OVERLOAD, *at, &expectation)
    })
}

/// What Puppet lists below its message: the signatures, and why each is rejected.
fn expected_help<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut help = String::new();
    for line in lines.map(str::trim) {
        let indent = match line.starts_with('(') {
            true if help.is_empty() => "It expects one of:\n  ",
            true => "\n  ",
            false if help.is_empty() => "",
            false => "\n    ",
        };
        help.push_str(indent);
        help.push_str(&without_structs(line));
    }
    (!help.is_empty()).then_some(help)
}

/// A signature whose hashes are shown without their keys where it is long.
fn without_structs(line: &str) -> String {
    if line.len() <= MAX_SIGNATURE {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut depth = 0_usize;
    for c in line.chars() {
        depth -= usize::from(c == '}' && depth > 0);
        if depth == 0 {
            out.push(c);
        }
        if c == '{' {
            if depth == 0 {
                out.push('…');
            }
            depth += 1;
        }
    }
    out
}

/// Why a signature does not accept a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArgumentError {
    Count,
    Argument(usize),
    Block,
}

/// Why a signature certainly does not accept a call; `None` if it may.
fn fault(context: &Context<'_>, call: &Call<'_>, overload: &Signature) -> Option<ArgumentError> {
    if !has_count(overload, call.arguments.len()) {
        return Some(ArgumentError::Count);
    }
    for (index, argument) in call.arguments.iter().enumerate() {
        let expected = type_at(overload, index)?;
        let known = context.inference.result(*argument);
        if is_mismatch(&context.names, expected, known) {
            return Some(ArgumentError::Argument(index));
        }
    }
    let accepts_block = match (call.lambda, &overload.callable.block) {
        (None, None | Some(Type::Optional(_) | Type::Unknown)) | (Some(_), Some(Type::Unknown)) => {
            true
        }
        (None, Some(_)) | (Some(_), None) => false,
        (Some(lambda), Some(block)) => {
            let relate = Relate::new(&context.names);
            relate.assignable(block, &lambda_type(context.body, context.inference, lambda))
                || relate.doubt().is_some()
        }
    };
    (!accepts_block).then_some(ArgumentError::Block)
}

/// The first argument that is one too many for all signatures.
fn superfluous(call: &Call<'_>, overloads: &[Signature]) -> Option<ExprId> {
    let most = overloads
        .iter()
        .map(|overload| size(overload).upper_bound().copied());
    let most = most.collect::<Option<Vec<i64>>>()?.into_iter().max()?;
    call.arguments.get(usize::try_from(most).ok()?).copied()
}

/// Puppet's text.
fn describe(context: &Context<'_>, call: &Call<'_>, name: &str, overloads: &[Signature]) -> String {
    let names = &context.names;
    let mut types: Vec<Type> = call
        .arguments
        .iter()
        .map(|argument| context.inference.result(*argument).ty(names))
        .collect();
    types.extend(
        call.lambda
            .map(|lambda| lambda_type(context.body, context.inference, lambda)),
    );
    // A tuple without types is one of any size.
    let size = if types.is_empty() {
        IntegerRange::exactly(0)
    } else {
        IntegerRange::UNBOUNDED
    };
    let arguments = Type::tuple_of(types, size);
    puppet_types::describe_signatures(names, name, overloads, &arguments).unwrap_or_else(|| {
        format!("The function '{name}' was called with arguments it does not accept")
    })
}

/// A name that a plan or task is passed and that is none of its parameters.
pub(crate) fn unknown_name<'n>(
    label: &str,
    key: ExprId,
    name: &str,
    names: impl Iterator<Item = &'n str>,
) -> BodyDiagnostic {
    let message = format!("The {label} has no parameter named '{name}'");
    BodyDiagnostic::new(&NO_MATCHING_OVERLOAD, Anchor::Expr(key), message)
        .with_closest(closest(name, names))
}

/// A parameter of a plan or task that must get a value and gets none.
pub(crate) fn missing_value(label: &str, at: ExprId, name: &str) -> BodyDiagnostic {
    let message = format!("The {label} expects a value for parameter '{name}'");
    BodyDiagnostic::new(&NO_MATCHING_OVERLOAD, Anchor::Expr(at), message)
}

//! Calls of functions: how many arguments, of which types, with which block.

use puppet_diagnostics::Severity;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{IntegerRange, Membership, Relate, Signature, Type};

use crate::literal_conversion_fix::literal_fix;
use crate::rules;
use crate::runner::{Context, ReachableExprs};
use crate::types::struct_key;
use crate::value_origins::used;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::functions::callable::{CallableSet, Callee, callee};
use puppet_semantic::functions::existence::similar;
use puppet_semantic::functions::item_signature::signature;
use puppet_semantic::infer::{Call, Inferred, lambda_type};
use puppet_semantic::types::mismatch::mismatch;
use puppet_semantic::types::ruby_object_types::defines_objects;

/// Longer signatures are shown without the keys of their hashes.
const MAX_SIGNATURE: usize = 120;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (it, call) in context.calls() {
        let Some(name) = call.name else { continue };
        if name == "import" {
            out.push(discontinued(call.functor));
            continue;
        }
        let types = |it| context.inference.known(it).ty(&context.names);
        let membership = call.membership(&context.names, types);
        if membership == Membership::All {
            continue;
        }
        // How many arguments an unfolded one is cannot be counted.
        if call
            .arguments
            .iter()
            .any(|it| matches!(context.body.expr(*it), Expr::Unfold(_)))
        {
            continue;
        }
        match callee(context.db, context.environment(), context.item.file, name) {
            Callee::Known(callables) => check_call(context, it.id, call, name, &callables, out),
            Callee::Absent if may_be_member(context, call, membership) => {}
            Callee::Absent => out.push(unknown(context, it, call.functor, name)),
            Callee::Opaque | Callee::Unknown => {}
        }
        if let Some((argument, name)) = called_by_name(context, call, name)
            && callee(context.db, context.environment(), context.item.file, name) == Callee::Absent
        {
            out.push(unknown(context, it, argument, name));
        }
    }
}

/// `import` is known to the evaluator, which refuses it (`DISCONTINUED_IMPORT`).
fn discontinued(place: ExprId) -> BodyDiagnostic {
    let message = "Use of 'import' has been discontinued in favor of a manifest directory. \
                   See http://links.puppet.com/puppet-import-deprecation";
    BodyDiagnostic::new(&rules::UNKNOWN_FUNCTION, Anchor::Expr(place), message)
        .with_issue("DISCONTINUED_IMPORT")
        .with_help("Include the class by its name: Puppet autoloads its file")
}

/// Whether what is called may be a member of an object. Of a receiver that nothing is known of, it is only taken for one
/// where the objects that Puppet itself makes have such a member, or others are defined.
fn may_be_member(context: &Context<'_>, call: &Call<'_>, membership: Membership) -> bool {
    let Some((receiver, name)) = call.arguments.first().zip(call.name) else {
        return false;
    };
    match context.inference.known(*receiver) {
        Inferred::Type(Type::Unknown | Type::Any) => {
            let relate = Relate::new(&context.names);
            let objects = [Type::Uri(None), Type::error(), Type::deferred()];
            let mut members = objects.iter().map(|ty| relate.membership(ty, name));
            let is_of_puppet = members.any(|it| it == Membership::All);
            let is_possible = || *defines_objects(context.db, context.environment());
            call.is_method && (is_of_puppet || is_possible())
        }
        _ => membership == Membership::Some,
    }
}

/// The name that `call` gets.
fn called_by_name<'a>(
    context: &Context<'a>,
    call: &Call<'_>,
    name: &str,
) -> Option<(ExprId, &'a str)> {
    let argument = *call.arguments.first().filter(|_| name == "call")?;
    let name = context.inference.known(argument).value()?.as_str()?;
    Some((argument, name))
}

fn unknown(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    place: ExprId,
    name: &str,
) -> BodyDiagnostic {
    let message = format!("Unknown function: '{name}'");
    let finding = BodyDiagnostic::new(&rules::UNKNOWN_FUNCTION, Anchor::Expr(place), message)
        .with_issue("UNKNOWN_FUNCTION");
    match similar(&context.names, name) {
        Some(similar) => finding.with_similar(similar),
        // In a branch, it may be meant for places where something else is installed.
        None if it.is_conditional => finding.with_severity(Severity::Warning),
        None => finding,
    }
}

fn check_call(
    context: &Context<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
    callables: &CallableSet,
    out: &mut Vec<BodyDiagnostic>,
) {
    if let [only] = &callables.overloads[..]
        && has_count(only, call.arguments.len())
    {
        let before = out.len();
        check_arguments(context, call, name, callables, only, out);
        if out.len() > before {
            return;
        }
    }
    let faults: Vec<ArgumentError> = callables
        .overloads
        .iter()
        .map_while(|overload| fault(context, call, overload))
        .collect();
    if faults.len() < callables.overloads.len() || faults.is_empty() {
        return;
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
    let mut finding =
        BodyDiagnostic::new(&rules::NO_MATCHING_OVERLOAD, Anchor::Expr(anchor), message);
    if let Some(help) = expected_help(lines) {
        finding = finding.with_help(help);
    }
    if let Some(item) = callables.item {
        finding = finding.with_related(item, Anchor::Name, "Function is defined here");
    }
    out.push(finding);
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

/// With only one way to call the function, each wrong argument is a finding of its own.
fn check_arguments(
    context: &Context<'_>,
    call: &Call<'_>,
    name: &str,
    callables: &CallableSet,
    overload: &Signature,
    out: &mut Vec<BodyDiagnostic>,
) {
    for (index, argument) in call.arguments.iter().enumerate() {
        let Some(expected) = type_at(overload, index) else {
            continue;
        };
        let last = overload.parameter_names.len().saturating_sub(1);
        let parameter = overload
            .parameter_names
            .get(index.min(last))
            .map_or("", |name| name.as_str());
        let subject = format!("'{name}' parameter '{parameter}'");
        let wrong = used(context, *argument).find_map(|value| {
            let mismatch = mismatch(&context.names, &subject, expected, value.known)?;
            let finding =
                struct_key::diagnostic(mismatch, &rules::ARGUMENT_TYPE_MISMATCH, value.anchor());
            let fix = literal_fix(context, value.origin, expected);
            Some(value.explain(context, finding.with_fixes(fix)))
        });
        let Some(mut finding) = wrong else {
            continue;
        };
        if let Some(item) = callables.item
            && let Some(declared) = signature(context.db, context.environment(), item)
                .parameters
                .get(index.min(last))
        {
            let text = format!("Parameter '{parameter}' is declared here");
            finding = finding.with_related(item, Anchor::Part(declared.part), text);
        }
        out.push(finding);
    }
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
        if mismatch(
            &context.names,
            "",
            expected,
            context.inference.known(*argument),
        )
        .is_some()
        {
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
        .map(|overload| size(overload).to().copied());
    let most = most.collect::<Option<Vec<i64>>>()?.into_iter().max()?;
    call.arguments.get(usize::try_from(most).ok()?).copied()
}

fn has_count(overload: &Signature, given: usize) -> bool {
    let size = size(overload);
    i64::try_from(given).is_ok_and(|given| size.contains(&given))
}

fn size(overload: &Signature) -> IntegerRange {
    overload
        .callable
        .params
        .as_ref()
        .map_or(IntegerRange::at_least(0), |params| params.size_range())
}

fn type_at(overload: &Signature, index: usize) -> Option<&Type> {
    overload.callable.params.as_ref()?.type_at(index)
}

/// Puppet's text.
fn describe(context: &Context<'_>, call: &Call<'_>, name: &str, overloads: &[Signature]) -> String {
    let names = &context.names;
    let mut types: Vec<Type> = call
        .arguments
        .iter()
        .map(|argument| context.inference.known(*argument).ty(names))
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

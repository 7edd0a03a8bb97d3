//! Arguments that are unfolded: `f(*$list)`, against what takes them.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_UnfoldExpression`.

use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Range, TupleType, Type, resolve_alias};

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::infer::{Call, lambda_type};
use puppet_possible_mismatch::{Expectation, Subject, known_diagnostic, refused_diagnostic};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, Refused, fit};
use puppet_types::inferred::function_results::declared_size;
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::inferred::set_theoretic::union_members;

/// The lambda of `with(*$list)`.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        let (Some("with"), Some(lambda)) = (call.name, call.lambda) else {
            continue;
        };
        if let Type::Callable(Some(callable)) = lambda_type(context.body, context.inference, lambda)
            && let Some(parameters) = &callable.params
        {
            out.extend(check_last(context, call, parameters, "the lambda"));
        }
    }
}

/// The last argument, if it alone is unfolded.
pub(crate) fn check_last(
    context: &Context<'_>,
    call: &Call<'_>,
    parameters: &TupleType,
    subject: &str,
) -> Option<BodyDiagnostic> {
    let (last, others) = call.arguments.split_last()?;
    let unfolded = |it: &ExprId| match context.body.expr(*it) {
        Expr::Unfold(inner) => Some(*inner),
        _ => None,
    };
    let at = unfolded(last)?;
    let known = &unfolded_hashes(context, context.inference.result(at));
    if known.is_unknown() || others.iter().any(|it| unfolded(it).is_some()) {
        return None;
    }
    let expected = unfolded_type(context, parameters, others.len())?;
    let expectation = Expectation::new(Some(&expected), format!("unfolding it for {subject}"));
    let rule = &rules::NO_MATCHING_OVERLOAD;
    let whole = Subject::expr(context, at);
    match fit(&context.names, &expected, known) {
        Fit::Never => {
            let refused = Refused::partial(vec![known.ty(&context.names)]);
            refused_diagnostic(context, rule, &whole, refused, &expectation)
        }
        Fit::Always | Fit::Sometimes(_) => {
            known_diagnostic(context, rule, || whole, known, &expectation)
        }
    }
}

/// What is known of something that is unfolded, with arrays in the place of hashes: each entry is an array of two.
fn unfolded_hashes(context: &Context<'_>, known: &Inferred) -> Inferred {
    let names = &context.names;
    let Inferred::Type(ty) = known else {
        return known.clone();
    };
    let unfolded = |member: Type| {
        let is_hash = matches!(
            resolve_alias(names, &member),
            Type::Hash(_) | Type::Struct(_)
        );
        let elements = is_hash.then(|| elements(names, &Inferred::Type(member.clone())));
        elements.flatten().map_or(member, |it| {
            Type::array_of(it.single().ty(names), declared_size(it.size.clone()))
        })
    };
    let members = union_members(names, ty);
    let arrays: Vec<Type> = members.iter().cloned().map(unfolded).collect();
    match arrays == members {
        true => known.clone(),
        false => Inferred::Type(Type::variant_of(arrays)),
    }
}

/// What can be unfolded for the parameters from an index on: an array of such elements. Anything but an array stands for
/// itself, undef for no arguments.
fn unfolded_type(context: &Context<'_>, parameters: &TupleType, from: usize) -> Option<Type> {
    let whole = parameters.size_range();
    let taken = i64::try_from(from).ok()?;
    let least = (whole.min_size() - taken).max(0);
    let most = whole.upper_bound().map(|most| (*most - taken).max(0));
    let given = parameters.types.len().saturating_sub(from);
    let count = match most {
        Some(most) => given.min(usize::try_from(most).ok()?),
        None => given,
    };
    let types: Option<Vec<Type>> = (from..from + count.max(1))
        .map(|index| parameters.type_at(index).cloned())
        .collect();
    let size = Range::new(Some(least), most)?;
    let list = match types {
        Some(types) if most != Some(0) => Type::tuple_of(types, size.clone()),
        _ => Type::empty_array(),
    };
    let only = parameters.type_at(from).filter(|_| size.contains(&1));
    let alone = only.into_iter().flat_map(|it| alone(context, it));
    let none = size.contains(&0).then_some(Type::Undef);
    let all = [list].into_iter().chain(alone).chain(none);
    Some(Type::variant_of(all))
}

/// Whatever of a type is one argument when it is unfolded: no collections.
fn alone(context: &Context<'_>, ty: &Type) -> Vec<Type> {
    let of_any = [
        Type::Scalar,
        Type::Default,
        Type::Sensitive(None),
        Type::Type(None),
    ];
    let members = union_members(&context.names, ty).into_iter();
    let alone = members.flat_map(|it| match resolve_alias(&context.names, &it) {
        Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_) => Vec::new(),
        Type::Collection(_) => Vec::new(),
        Type::Any | Type::Iterable(_) => of_any.to_vec(),
        _ => vec![it],
    });
    alone.collect()
}

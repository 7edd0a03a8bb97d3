//! Results of `dig`, `get` and `getvar`, and the keys that they cannot follow, by the types that they meet.
//!
//! Source: the functions `dig`, `get` and `getvar` of Puppet's core.

use puppet_eval::ErrorCause;
use puppet_eval::functions::apply;
use puppet_hir::Call;
use puppet_hir::model::ExprId;
use puppet_types::{Type, TypeContext, Value, resolve_alias};

use crate::infer::builder::InferenceBuilder;
use crate::infer::call::const_eval::options;
use crate::infer::dig_call::{DigCall, DigRoot, RefusedStep};
use crate::infer::narrow::paths::text_of_key;
use crate::infer::subscript::{any_element, element};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::has_no_elements;
use puppet_types::inferred::set_theoretic::{subtract, union_members, without_undef};

/// More steps than this are not followed.
const MAX_STEPS: usize = 20;

/// What a call of `dig`, `get` or `getvar` gives.
pub(super) fn infer(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
) -> Option<Inferred> {
    let Some(lookup) = DigCall::from_call(call, |it| walk.result(it)) else {
        return follow_any(walk, call);
    };
    let root = match &lookup.root {
        DigRoot::Expr(root) => walk.result(*root).clone(),
        DigRoot::Variable(name) => walk.value_of_variable(name),
    };
    if root.is_unknown() {
        return None;
    }
    if call.lambda.is_some() {
        refuse_root(walk, id, &root, &lookup);
        return None;
    }
    if let Some(known) = evaluate(walk, id, call, &root, &lookup) {
        return Some(known);
    }
    let found = follow(walk, id, root, &lookup)?;
    let Some(default) = lookup.default.map(|default| walk.result(default)) else {
        return Some(found);
    };
    Some(match subtract(walk.names, &found, &Type::Undef) {
        Some(found) => Inferred::union(walk.names, [&found, default]),
        None => default.clone(),
    })
}

/// What `dig` gives for keys of which only types are known.
fn follow_any(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let (Some("dig"), [root, keys @ ..], None) = (call.name, &call.arguments[..], call.lambda)
    else {
        return None;
    };
    if call.is_unfolded(walk.body) {
        return None;
    }
    let (names, mut found, mut may_end) = (walk.names, walk.result(*root).clone(), false);
    for key in keys {
        let whole = without_undef(names, &found);
        may_end |= whole != found;
        found = any_element(names, &whole, walk.result(*key));
        if found.is_unknown() {
            return None;
        }
    }
    Some(match may_end {
        true => Inferred::union(names, [&found, &Inferred::UNDEF]),
        false => found,
    })
}

/// The result of a call of `getvar` whose variable has a known value; the others are evaluated as all functions are.
fn evaluate(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    root: &Inferred,
    lookup: &DigCall,
) -> Option<Inferred> {
    let (DigRoot::Variable(_), Inferred::Value(root)) = (&lookup.root, root) else {
        return None;
    };
    let path = walk.result(*call.arguments.first()?).value()?.as_str()?;
    let path = path.split_once('.').map_or("", |(_, path)| path);
    let mut arguments = vec![root.clone(), Value::string(path)];
    if let Some(default) = lookup.default {
        arguments.push(walk.result(default).value()?.clone());
    }
    match apply("get", arguments, &options())? {
        Ok(value) => Some(value.into()),
        Err(ErrorCause::Failure(failure)) => Some(walk.fail_call(id, failure.message)),
        Err(ErrorCause::Unknown(_)) => None,
    }
}

/// Notes what a call with a lambda refuses: the lambda gets the errors of all but the first key, and of arrays.
fn refuse_root(walk: &mut InferenceBuilder<'_>, id: ExprId, root: &Inferred, lookup: &DigCall) {
    walk.refused_steps.remove(&id);
    if lookup.keys.is_empty() {
        return;
    }
    let mut members = union_members(walk.names, &root.ty(walk.names));
    members.retain(|it| has_no_elements(&resolve_alias(walk.names, it)));
    if !members.is_empty() {
        let before = None;
        walk.refused_steps
            .insert(id, RefusedStep { before, members });
    }
}

/// What the keys find, with what tests told before of the parts that they pass.
fn follow(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    root: Inferred,
    lookup: &DigCall,
) -> Option<Inferred> {
    walk.refused_steps.remove(&id);
    if lookup.keys.len() > MAX_STEPS {
        return None;
    }
    let (mut known, mut passed, mut is_refused) = (root, Some(Vec::new()), false);
    for (index, key) in lookup.keys.iter().enumerate() {
        let (found, refused) = step(walk.names, &known, key);
        if !refused.is_empty() && !is_refused {
            is_refused = true;
            let before = index
                .checked_sub(1)
                .map(|before| lookup.keys[before].clone());
            let step = RefusedStep {
                before,
                members: refused,
            };
            walk.refused_steps.insert(id, step);
        }
        let text = text_of_key(key);
        passed = passed.zip(text).map(|(mut passed, key)| {
            passed.push(key);
            passed
        });
        let tested = passed
            .as_ref()
            .and_then(|it| walk.tested_part(&lookup.root, it));
        known = tested.unwrap_or(found);
    }
    (!known.is_unknown()).then_some(known)
}

/// What a key finds in something, and the types of the values in which it cannot be followed.
fn step(context: &dyn TypeContext, known: &Inferred, key: &Value) -> (Inferred, Vec<Type>) {
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for member in union_members(context, &known.ty(context)) {
        match (resolve_alias(context, &member), key) {
            (Type::Undef, _) | (_, Value::Undef) => found.push(Inferred::UNDEF),
            (Type::Array(_) | Type::Tuple(_), key) if !matches!(key, Value::Integer(_)) => {
                refused.push(member);
            }
            (resolved, _) if has_no_elements(&resolved) => refused.push(member),
            (resolved, key) => found.push(element(context, &Inferred::Type(resolved), key)),
        }
    }
    (Inferred::union(context, &found), refused)
}

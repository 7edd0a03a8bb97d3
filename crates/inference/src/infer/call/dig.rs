//! Return types of `dig` and `get`, from the types that they look into.
//!
//! Source: the functions `dig` and `get` of Puppet's core.

use puppet_types::{Type, TypeContext, Value, resolve_alias};

use crate::infer::builder::InferenceBuilder;
use puppet_hir::Call;
use puppet_hir::model::ExprId;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::elements::{element_value, has_no_elements};
use puppet_types::inferred::set_theoretic::{subtract, union_members};

/// More steps than this are not followed.
const MAX_STEPS: usize = 20;

/// `$value.dig(key, …)`.
pub(super) fn dig(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let (receiver, keys) = keys_of_call(call, |it| walk.known(it))?;
    follow(walk.names, walk.known(receiver), &keys)
}

/// `$value.get('key.key', default)`.
pub(super) fn get(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let (receiver, keys) = keys_of_call(call, |it| walk.known(it))?;
    let found = follow(walk.names, walk.known(receiver), &keys)?;
    Some(or_default(walk, found, call.arguments.get(2)))
}

/// `getvar('name.key.key', default)`, of a variable that the body assigns or declares.
pub(super) fn getvar(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let path = walk.known(*call.arguments.first()?).value()?.as_str()?;
    let (name, path) = path.split_once('.')?;
    let found = follow(walk.names, walk.scopes.get(name)?, &segments(path)?)?;
    Some(or_default(walk, found, call.arguments.get(1)))
}

/// What is found, or else the default of the call.
fn or_default(walk: &InferenceBuilder<'_>, found: Inferred, default: Option<&ExprId>) -> Inferred {
    let Some(default) = default.map(|default| walk.known(*default)) else {
        return found;
    };
    match subtract(walk.names, &found, &Type::Undef) {
        Some(found) => Inferred::union(walk.names, [&found, default]),
        None => default.clone(),
    }
}

/// What a call of `dig` or `get` looks into, and the keys that it follows, if they are known.
pub fn keys_of_call<'a>(
    call: &Call<'_>,
    known: impl Fn(ExprId) -> &'a Inferred,
) -> Option<(ExprId, Vec<Value>)> {
    match (call.name?, &call.arguments[..]) {
        ("dig", [receiver, keys @ ..]) => {
            let keys = keys.iter().map(|key| known(*key).value().cloned());
            Some((*receiver, keys.collect::<Option<_>>()?))
        }
        ("get", [receiver, path] | [receiver, path, _]) => {
            Some((*receiver, segments(known(*path).value()?.as_str()?)?))
        }
        _ => None,
    }
}

/// The keys of a path with dots; `None` where segments are quoted.
pub(crate) fn segments(path: &str) -> Option<Vec<Value>> {
    if path.contains(['"', '\'']) {
        return None;
    }
    let segments = path.split('.').filter(|_| !path.is_empty());
    let keys = segments.map(|segment| match segment.parse() {
        Ok(index) => Value::Integer(index),
        Err(_) => Value::string(segment),
    });
    Some(keys.collect())
}

/// The first of some keys that `dig` cannot follow in some values, by its index, and the types of those values.
pub fn refused_step(
    context: &dyn TypeContext,
    known: &Inferred,
    keys: &[Value],
) -> Option<(usize, Vec<Type>)> {
    let mut ty = known.ty(context);
    for (index, key) in keys.iter().enumerate().take(MAX_STEPS) {
        let mut found = Vec::new();
        let mut refused = Vec::new();
        for member in union_members(context, &ty) {
            match (resolve_alias(context, &member), key) {
                (Type::Undef, _) => {}
                (Type::Array(_) | Type::Tuple(_), key) if !matches!(key, Value::Integer(_)) => {
                    refused.push(member);
                }
                (Type::Hash(hash), _) => found.push(hash.value.clone()),
                (Type::Array(array), _) => found.push(array.element.clone()),
                (Type::Tuple(tuple), _) => found.extend(tuple.types.iter().cloned()),
                (Type::Struct(structure), Value::String(name)) => {
                    found.extend(structure.get(name).map(|it| it.value.clone()));
                }
                (member, _) if has_no_elements(&member) => refused.push(member),
                _ => return None,
            }
        }
        if !refused.is_empty() {
            return Some((index, refused));
        }
        if found.is_empty() {
            return None;
        }
        ty = Type::variant_of(found);
    }
    None
}

fn follow(context: &dyn TypeContext, known: &Inferred, keys: &[Value]) -> Option<Inferred> {
    if known.is_unknown() || keys.len() > MAX_STEPS {
        return None;
    }
    let mut ty = known.ty(context);
    let mut may_be_missing = false;
    for key in keys {
        let members = union_members(context, &ty).into_iter();
        let members = members.map(|it| resolve_alias(context, &it));
        // What has no elements fails.
        let found = members.filter(|it| !has_no_elements(it));
        let found: Vec<(Type, bool)> = found.map(|it| step(&it, key)).collect::<Option<_>>()?;
        if found.is_empty() {
            return None;
        }
        may_be_missing |= found.iter().any(|(_, is_certain)| !is_certain);
        ty = Type::variant_of(found.into_iter().map(|(ty, _)| ty));
    }
    Some(match ty {
        Type::Any | Type::Unknown => return None,
        ty if may_be_missing => Inferred::Type(Type::optional(ty)),
        ty => element_value(&ty),
    })
}

/// What a key finds, and whether it certainly finds something that is not undef.
fn step(ty: &Type, key: &Value) -> Option<(Type, bool)> {
    match (ty, key) {
        (Type::Undef, _) => Some((Type::Undef, false)),
        (Type::Hash(hash), _) => Some((hash.value.clone(), false)),
        (Type::Array(array), Value::Integer(_)) => Some((array.element.clone(), false)),
        (Type::Tuple(tuple), Value::Integer(index)) => {
            let at = usize::try_from(*index).ok()?;
            let is_certain = tuple.size_range().min_size() > *index;
            Some((tuple.type_at(at)?.clone(), is_certain))
        }
        (Type::Struct(structure), Value::String(name)) => {
            let element = structure.get(name)?;
            Some((element.value.clone(), !element.is_optional()))
        }
        _ => None,
    }
}

//! Return types of `dig` and `get`, from the types that they look into.
//!
//! Source: the functions `dig` and `get` of Puppet's core.

use puppet_types::{Type, TypeContext, Value, resolve_alias};

use crate::infer::builder::InferenceBuilder;
use crate::infer::call::builtin_returns::without_undef;
use puppet_hir::Call;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::elements::element_value;

/// More steps than this are not followed.
const MAX_STEPS: usize = 20;

/// `$value.dig(key, …)`.
pub(super) fn dig(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let (receiver, keys) = call.arguments.split_first()?;
    let keys: Option<Vec<&Value>> = keys.iter().map(|key| walk.known(*key).value()).collect();
    let keys: Vec<Value> = keys?.into_iter().cloned().collect();
    follow(walk.names, walk.known(*receiver), &keys)
}

/// `$value.get('key.key', default)`.
pub(super) fn get(walk: &InferenceBuilder<'_>, call: &Call<'_>) -> Option<Inferred> {
    let [receiver, path, default] = match call.arguments[..] {
        [receiver, path] => [Some(receiver), Some(path), None],
        [receiver, path, default] => [Some(receiver), Some(path), Some(default)],
        _ => return None,
    };
    let path = walk.known(path?).value()?.as_str()?;
    // Quoted segments may hold dots.
    if path.contains(['"', '\'']) {
        return None;
    }
    let keys: Vec<Value> = path
        .split('.')
        .filter(|_| !path.is_empty())
        .map(|segment| match segment.parse() {
            Ok(index) => Value::Integer(index),
            Err(_) => Value::string(segment),
        })
        .collect();
    let found = follow(walk.names, walk.known(receiver?), &keys)?;
    let Some(default) = default.map(|default| walk.known(default)) else {
        return Some(found);
    };
    Some(Inferred::union(
        walk.names,
        [&without_undef(walk.names, &found), default],
    ))
}

fn follow(context: &dyn TypeContext, known: &Inferred, keys: &[Value]) -> Option<Inferred> {
    if known.is_unknown() || keys.len() > MAX_STEPS {
        return None;
    }
    let mut ty = known.ty(context);
    let mut may_be_missing = false;
    for key in keys {
        let (next, is_certain) = step(context, &resolve_alias(context, &ty), key)?;
        ty = next;
        may_be_missing |= !is_certain;
    }
    Some(match ty {
        Type::Any | Type::Unknown => return None,
        ty if may_be_missing => Inferred::Type(Type::optional(ty)),
        ty => element_value(&ty),
    })
}

/// What a key finds, and whether it certainly finds something that is not undef.
fn step(context: &dyn TypeContext, ty: &Type, key: &Value) -> Option<(Type, bool)> {
    match (ty, key) {
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
        (Type::Optional(Some(inner)), key) => {
            let (found, _) = step(context, &resolve_alias(context, inner), key)?;
            Some((found, false))
        }
        _ => None,
    }
}

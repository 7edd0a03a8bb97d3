//! `left[keys]`, of which only types are known (`AccessOperator`).

use puppet_eval::operators::{Lenient, access};
use puppet_eval::{Blame, Operation};
use puppet_hir::model::ExprId;
use puppet_types::{IntegerRange, Relate, Type, TypeContext, Value};

use super::certain::{certain_failure, message};
use super::known::Known;
use super::narrow::Place;
use super::refine::members;
use super::walk::Walk;
use super::{Failure, operator};
use crate::facts::{fact, given};

/// What an access gives.
pub(super) fn infer(walk: &mut Walk<'_>, id: ExprId, left: ExprId, keys: &[ExprId]) -> Known {
    let values: Option<Vec<Value>> = keys
        .iter()
        .map(|key| walk.known(*key).value().cloned())
        .collect();
    if let (Some(_), Some(keys)) = (walk.known(left).value(), &values) {
        return operator::access_values(walk, id, left, keys);
    }
    if let Some(failure) = failure(walk, id, left, keys) {
        walk.fail(failure);
        return Known::UNKNOWN;
    }
    if walk.scopes.has_paths()
        && let Some(Place::Path(path)) = walk.place(id)
        && let Some(known) = walk.scopes.get(&path)
    {
        return known.clone();
    }
    if let Some(known) = fact_at(walk, id) {
        return known;
    }
    match (keys, &values) {
        ([key], Some(_)) => match walk.known(*key) {
            Known::Value(key) => element(walk.names, walk.known(left), key),
            Known::Type(_) => Known::UNKNOWN,
        },
        ([key], None) => any_element(walk.names, walk.known(left), walk.known(*key)),
        _ => Known::UNKNOWN,
    }
}

/// The failure of an access that cannot succeed, whatever the value on its left is, or the only key.
fn failure(walk: &Walk<'_>, id: ExprId, left: ExprId, keys: &[ExprId]) -> Option<Failure> {
    let [key] = keys else { return None };
    let (known, key_known) = (walk.known(left), walk.known(*key));
    // What a type accepts between its brackets depends on more than kinds.
    let is_type = |ty: &Type| matches!(ty, Type::Type(_) | Type::Any | Type::Unknown);
    match known {
        Known::Value(Value::Type(_)) => return None,
        Known::Type(ty) if members(walk.names, ty).iter().any(is_type) => return None,
        _ => {}
    }
    // An operand that has no operator at all is to blame whatever the key is.
    let any_key = Known::Value(Value::Integer(0));
    let key_known = if key_known.is_unknown() {
        &any_key
    } else {
        key_known
    };
    let operation = |left: &Value, key: &Value| -> Operation<Value> {
        access::access(walk.names, left, std::slice::from_ref(key), &mut Lenient)
    };
    let failure = certain_failure(walk.names, known, key_known, operation)?;
    let blamed = match failure.blame {
        Blame::Key(_) => Some(key_known),
        _ => None,
    };
    Some(Failure {
        expr: id,
        blame: failure.blame,
        issue: failure.issue,
        message: message(&failure, blamed),
    })
}

/// `$facts['os']['family']`, `$trusted['certname']`.
fn fact_at(walk: &Walk<'_>, id: ExprId) -> Option<Known> {
    let mut path = Vec::new();
    let mut root = id;
    while let puppet_hir::Expr::Access { left, keys } = walk.body.expr(root) {
        let [key] = &**keys else { return None };
        path.push(walk.known(*key).value()?.as_str()?);
        root = walk.body.without_parentheses(*left);
    }
    let variable = walk.body.variable_name(root)?;
    if walk.scopes.get(variable).is_some() {
        return None;
    }
    path.reverse();
    let (db, environment) = (walk.names.db(), walk.names.environment());
    match variable.trim_start_matches("::") {
        "facts" => fact(db, environment, &path),
        variable => given(db, environment, &format!("{variable}.{}", path.join("."))),
    }
}

/// What one known key gives.
fn element(context: &dyn TypeContext, left: &Known, key: &Value) -> Known {
    let Known::Type(ty) = left else {
        return Known::UNKNOWN;
    };
    let parts: Vec<Known> = members(context, ty)
        .iter()
        .filter(|member| has_operator(member))
        .map(|member| element_of(context, member, key))
        .collect();
    Known::union(context, &parts)
}

/// Where the operator fails, there is no result.
fn has_operator(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Undef
            | Type::Default
            | Type::Boolean(_)
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Numeric
            | Type::Regexp(_)
            | Type::Sensitive(_)
    )
}

fn element_of(context: &dyn TypeContext, ty: &Type, key: &Value) -> Known {
    match ty {
        Type::Struct(structure) if !structure.elements.is_empty() => match key {
            Value::String(name) => match structure.get(name) {
                Some(element) if element.is_optional() => or_undef(&element.value),
                Some(element) => of_type(&element.value),
                None => Known::UNDEF,
            },
            _ => Known::UNDEF,
        },
        Type::Hash(hash) => {
            let relate = Relate::new(context);
            let may_have = hash.key == Type::Any
                || relate.is_instance(&hash.key, key)
                || relate.doubt().is_some();
            if may_have {
                or_undef(&hash.value)
            } else {
                Known::UNDEF
            }
        }
        Type::Tuple(tuple) if !tuple.types.is_empty() => {
            let Value::Integer(index) = key else {
                return Known::UNKNOWN;
            };
            let size = tuple.size_range();
            let type_at = |index: i64| usize::try_from(index).ok().and_then(|at| tuple.type_at(at));
            indexed(*index, &size, |at| type_at(at).cloned())
        }
        Type::Array(array) => match key {
            Value::Integer(index) => indexed(*index, &array.size.or_any_size(), |_| {
                Some(array.element.clone())
            }),
            _ => Known::UNKNOWN,
        },
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => match key {
            Value::Integer(_) => Known::Type(Type::STRING),
            _ => Known::UNKNOWN,
        },
        Type::Alias(_) => match Relate::new(context).resolved(ty) {
            Type::Alias(_) => Known::UNKNOWN,
            resolved => element_of(context, &resolved, key),
        },
        _ => Known::UNKNOWN,
    }
}

/// The element at an index of something of such a size.
fn indexed(index: i64, size: &IntegerRange, type_at: impl Fn(i64) -> Option<Type>) -> Known {
    let exact = (size.from() == size.to()).then(|| size.min_size());
    let index = match exact {
        Some(size) if index < 0 => index + size,
        _ => index,
    };
    if index < 0 {
        // From the end of something whose size is not known.
        return if exact.is_some() {
            Known::UNDEF
        } else {
            Known::UNKNOWN
        };
    }
    if size.to().is_some_and(|most| index >= *most) {
        return Known::UNDEF;
    }
    match type_at(index) {
        Some(ty) if index < size.min_size() => of_type(&ty),
        Some(ty) => or_undef(&ty),
        None => Known::UNKNOWN,
    }
}

/// What a key gives of which only the type is known.
fn any_element(context: &dyn TypeContext, left: &Known, key: &Known) -> Known {
    let (key, disjoint) = (key.ty(context), |a: &Type, b: &Type| {
        let relate = Relate::new(context);
        relate.disjoint(a, b) && relate.doubt().is_none()
    });
    match left {
        Known::Type(Type::Hash(hash)) if disjoint(&hash.key, &key) => Known::UNDEF,
        Known::Type(Type::Hash(hash)) => or_undef(&hash.value),
        Known::Type(Type::Array(array)) if matches!(key, Type::Integer(_)) => {
            or_undef(&array.element)
        }
        Known::Value(Value::Hash(entries)) => {
            let values: Vec<Known> = entries
                .values()
                .cloned()
                .map(Known::from)
                .chain([Known::UNDEF])
                .collect();
            Known::union(context, &values)
        }
        _ => Known::UNKNOWN,
    }
}

fn of_type(ty: &Type) -> Known {
    match ty {
        Type::Any | Type::Unit => Known::UNKNOWN,
        ty => Known::Type(ty.clone()),
    }
}

fn or_undef(ty: &Type) -> Known {
    match ty {
        Type::Any | Type::Unknown | Type::Unit => Known::UNKNOWN,
        Type::Undef => Known::UNDEF,
        ty @ Type::Optional(_) => Known::Type(ty.clone()),
        ty => Known::Type(Type::optional(ty.clone())),
    }
}

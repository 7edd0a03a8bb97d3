//! `left[keys]`, of which only types are known (`AccessOperator`).

use puppet_eval::label::a_an;
use puppet_eval::operators::{Lenient, access};
use puppet_eval::{ErrorLocation, Issue, Operation};
use puppet_hir::model::ExprId;
use puppet_types::{IntegerRange, Relate, Type, TypeContext, Value};

use crate::infer::builder::InferenceBuilder;
use crate::infer::definite_failure::{certain_failure, message};
use crate::infer::expression;
use crate::infer::inference::Failure;
use crate::infer::narrow::conditions::NarrowTarget;
use crate::infer::narrow::paths::MAX_KEYS;
use crate::infer::possible_values::string_values;
use puppet_semantic::display_name::type_label;
use puppet_semantic::facts::{fact, recorded_fact};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::union_members;
use smol_str::SmolStr;

/// Of arrays that may have more sizes, nothing is known of an element that is counted from the end.
const MAX_SIZES: i64 = 16;

/// What an access gives.
pub(super) fn infer(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    left: ExprId,
    keys: &[ExprId],
) -> Inferred {
    let values: Option<Vec<Value>> = keys
        .iter()
        .map(|key| walk.result(*key).value().cloned())
        .collect();
    if let (Some(_), Some(keys)) = (walk.result(left).value(), &values) {
        return expression::access_values(walk, id, left, keys);
    }
    if let Some(failure) = failure(walk, id, left, keys) {
        walk.fail(failure);
        return Inferred::UNKNOWN;
    }
    if walk.scopes.has_paths()
        && let Some(NarrowTarget::Path(place) | NarrowTarget::Variable(place)) =
            walk.narrow_target(id)
        && let Some(known) = walk.scopes.get(&place)
    {
        return known.clone();
    }
    walk.note_present(id);
    if let Some(known) = fact_at(walk, id) {
        return known;
    }
    if let [key] = keys
        && walk.present.contains(&id)
        && let Some(known) = present_element(walk.names, walk.result(left), walk.result(*key))
    {
        return known;
    }
    match keys {
        [key] => any_element(walk.names, walk.result(left), walk.result(*key)),
        _ => Inferred::UNKNOWN,
    }
}

/// The failure of an access that cannot succeed, whatever the value on its left is, or the first key.
fn failure(
    walk: &InferenceBuilder<'_>,
    id: ExprId,
    left: ExprId,
    keys: &[ExprId],
) -> Option<Failure> {
    let key = keys.first()?;
    let (known, key_known) = (walk.result(left), walk.result(*key));
    // What most types accept between their brackets depends on more than kinds.
    let is_type = |ty: &Type| matches!(ty, Type::Type(_) | Type::Any | Type::Unknown);
    match known {
        Inferred::Value(Value::Type(ty))
            if key_known.is_unknown() || keys.len() > 1 || titles_of(ty).is_none() =>
        {
            return None;
        }
        Inferred::Type(ty) if union_members(walk.names, ty).iter().any(is_type) => return None,
        _ => {}
    }
    // An operand that has no operator at all is to blame whatever the key is.
    let any_key = Inferred::Value(Value::Integer(0));
    let key_known = if key_known.is_unknown() {
        &any_key
    } else {
        key_known
    };
    let operation = |left: &Value, key: &Value| -> Operation<Value> {
        access::access(walk.names, left, std::slice::from_ref(key), &mut Lenient)
    };
    let failure = certain_failure(walk.names, known, key_known, operation)
        .or_else(|| never_title(walk, known.value()?, key_known))?;
    let blamed = match failure.blame {
        ErrorLocation::Key(_) => Some(key_known),
        _ => None,
    };
    Some(Failure {
        expr: id,
        blame: failure.blame,
        issue: failure.issue,
        message: message(&failure, blamed),
    })
}

/// The failure of a reference whose title is a list that always has what is no title.
fn never_title(
    walk: &InferenceBuilder<'_>,
    left: &Value,
    key: &Inferred,
) -> Option<puppet_eval::Failure> {
    let Value::Type(ty) = left else { return None };
    let (titles, key) = (titles_of(ty)?, key.ty(walk.names));
    let relate = Relate::new(walk.names);
    (relate.disjoint(&titles, &key) && relate.doubt().is_none()).then(|| puppet_eval::Failure {
        issue: Issue::BadTypeSpecialization,
        message: format!(
            "Error creating type specialization of {}-Type, Cannot use {} where a resource title String is expected",
            a_an(&ty.to_string()),
            type_label(&key)
        ),
        blame: ErrorLocation::Key(0),
    })
}

/// What a reference to resources of a type, or to classes, accepts between its brackets.
#[must_use]
pub fn titles_of(ty: &Type) -> Option<Type> {
    let title = match ty {
        Type::Resource(resource) if resource.name.is_some() && resource.title.is_none() => {
            Type::STRING
        }
        Type::Class(None) => Type::non_empty_string(),
        _ => return None,
    };
    Some(Type::flattening_to(&Type::variant_of([title, Type::Undef])))
}

/// `$facts['os']['family']`, `$trusted['certname']`.
fn fact_at(walk: &InferenceBuilder<'_>, id: ExprId) -> Option<Inferred> {
    let mut path = Vec::new();
    let mut root = id;
    while let puppet_hir::Expr::Access { left, keys } = walk.body.expr(root) {
        let [key] = &**keys else { return None };
        path.push(walk.result(*key).value()?.as_str()?);
        root = walk.body.without_parentheses(*left);
        if path.len() > MAX_KEYS {
            return None;
        }
    }
    let variable = walk.body.variable_name(root)?;
    if walk.scopes.get(variable).is_some() {
        return None;
    }
    path.reverse();
    let (db, environment) = (walk.names.db(), walk.names.environment());
    match variable.trim_start_matches("::") {
        "facts" => fact(db, environment, &path),
        variable => recorded_fact(db, environment, &format!("{variable}.{}", path.join("."))),
    }
}

/// What one known key gives.
pub fn element(context: &dyn TypeContext, left: &Inferred, key: &Value) -> Inferred {
    let ty = match left {
        Inferred::Type(ty) => ty,
        Inferred::Value(Value::Hash(entries)) => {
            let found = entries.get(key).cloned();
            return found.map_or(Inferred::UNDEF, Inferred::from);
        }
        Inferred::Value(_) => return Inferred::UNKNOWN,
    };
    let parts: Vec<Inferred> = union_members(context, ty)
        .iter()
        .filter(|member| has_operator(member))
        .map(|member| element_of(context, member, key))
        .collect();
    Inferred::union(context, &parts)
}

/// What a key gives that is known to be there; `None` where the values are not all declared.
pub fn present_element(
    context: &dyn TypeContext,
    left: &Inferred,
    key: &Inferred,
) -> Option<Inferred> {
    let ty = match left {
        Inferred::Type(ty) => ty,
        Inferred::Value(Value::Hash(entries)) => {
            let values: Vec<Inferred> = entries.values().cloned().map(Inferred::from).collect();
            return Some(Inferred::union(context, &values));
        }
        Inferred::Value(_) => return None,
    };
    let members = union_members(context, ty).into_iter().filter(has_operator);
    let is_empty =
        |ty: &Type| matches!(ty, Type::Hash(hash) if hash.size.upper_bound() == Some(&0));
    let members = members.filter(|member| !is_empty(member));
    let value = |member| match Relate::new(context).resolve_alias(&member) {
        Type::Hash(hash) => Some(of_type(&hash.value)),
        Type::Struct(structure) => {
            let element = structure.get(key.value()?.as_str()?)?;
            Some(of_type(&element.value))
        }
        _ => None,
    };
    let values: Option<Vec<Inferred>> = members.map(value).collect();
    Some(Inferred::union(context, &values?))
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

fn element_of(context: &dyn TypeContext, ty: &Type, key: &Value) -> Inferred {
    match ty {
        Type::Struct(structure) if !structure.elements.is_empty() => match key {
            Value::String(name) => match structure.get(name) {
                Some(element) if element.is_optional() => or_undef(&element.value),
                Some(element) => of_type(&element.value),
                None => Inferred::UNDEF,
            },
            _ => Inferred::UNDEF,
        },
        Type::Hash(hash) => {
            let relate = Relate::new(context);
            let may_have = hash.key == Type::Any
                || relate.is_instance(&hash.key, key)
                || relate.doubt().is_some();
            let is_any_key = |keys: Vec<SmolStr>| keys.len() as i64 <= hash.size.min_size();
            let has_all = may_have
                && hash.size.min_size() > 0
                && string_values(context, &Inferred::Type(hash.key.clone()))
                    .is_some_and(is_any_key);
            if has_all {
                of_type(&hash.value)
            } else if may_have {
                or_undef(&hash.value)
            } else {
                Inferred::UNDEF
            }
        }
        Type::Tuple(tuple) if !tuple.types.is_empty() => {
            let Value::Integer(index) = key else {
                return Inferred::UNKNOWN;
            };
            let size = tuple.size_range();
            let type_at = |index: i64| usize::try_from(index).ok().and_then(|at| tuple.type_at(at));
            indexed(context, *index, &size, |at| type_at(at).cloned())
        }
        Type::Array(array) => match key {
            Value::Integer(index) => indexed(context, *index, &array.size.or_any_size(), |_| {
                Some(array.element.clone())
            }),
            _ => Inferred::UNKNOWN,
        },
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => match key {
            Value::Integer(_) => Inferred::Type(Type::STRING),
            _ => Inferred::UNKNOWN,
        },
        Type::Alias(_) => match Relate::new(context).resolve_alias(ty) {
            Type::Alias(_) => Inferred::UNKNOWN,
            resolved => element_of(context, &resolved, key),
        },
        _ => Inferred::UNKNOWN,
    }
}

/// The element at an index of something of such a size.
fn indexed(
    context: &dyn TypeContext,
    index: i64,
    size: &IntegerRange,
    type_at: impl Fn(i64) -> Option<Type>,
) -> Inferred {
    let (least, most) = (size.min_size(), size.upper_bound().copied());
    if index >= 0 {
        return match type_at(index) {
            _ if most.is_some_and(|most| index >= most) => Inferred::UNDEF,
            Some(ty) if index < least => of_type(&ty),
            Some(ty) => or_undef(&ty),
            None => Inferred::UNKNOWN,
        };
    }
    // Counted from the end, where each of the possible sizes has its own element.
    let sizes = least..=most.unwrap_or(least.saturating_add(MAX_SIZES));
    if sizes.end() - sizes.start() > MAX_SIZES || index < -MAX_SIZES {
        return Inferred::UNKNOWN;
    }
    let elements = sizes.map(|size| match size.checked_add(index) {
        Some(at) if at >= 0 => type_at(at).as_ref().map_or(Inferred::UNKNOWN, of_type),
        _ => Inferred::UNDEF,
    });
    Inferred::union(context, &elements.collect::<Vec<_>>())
}

/// What a key gives.
pub(super) fn any_element(context: &dyn TypeContext, left: &Inferred, key: &Inferred) -> Inferred {
    if let Inferred::Value(key) = key {
        return element(context, left, key);
    }
    if let Some(keys) = string_values(context, key) {
        let keys = keys.into_iter().map(Value::String);
        let elements: Vec<Inferred> = keys.map(|key| element(context, left, &key)).collect();
        return Inferred::union(context, &elements);
    }
    let key = key.ty(context);
    match left {
        Inferred::Type(ty) => {
            let members = union_members(context, ty).into_iter().filter(has_operator);
            let parts: Vec<Inferred> = members
                .map(|member| any_element_of(context, &member, &key))
                .collect();
            Inferred::union(context, &parts)
        }
        Inferred::Value(Value::Hash(entries)) => {
            let values: Vec<Inferred> = entries
                .values()
                .cloned()
                .map(Inferred::from)
                .chain([Inferred::UNDEF])
                .collect();
            Inferred::union(context, &values)
        }
        // A reference with the title undef is undef.
        Inferred::Value(Value::Type(Type::Resource(_) | Type::Class(None)))
            if is_maybe_title(context, &key) =>
        {
            Inferred::Type(Type::optional(Type::type_of(Type::CatalogEntry)))
        }
        _ => Inferred::UNKNOWN,
    }
}

/// What a key of this type gives of a value of one kind.
fn any_element_of(context: &dyn TypeContext, ty: &Type, key: &Type) -> Inferred {
    let relate = Relate::new(context);
    let is_index = matches!(key, Type::Integer(_));
    match relate.resolve_alias(ty) {
        Type::Hash(hash) => {
            let has_none = relate.disjoint(&hash.key, key) && relate.doubt().is_none();
            match has_none {
                true => Inferred::UNDEF,
                false => or_undef(&hash.value),
            }
        }
        Type::Struct(structure) if !structure.elements.is_empty() => {
            let values = structure.elements.iter().map(|it| or_undef(&it.value));
            Inferred::union(context, &values.collect::<Vec<_>>())
        }
        Type::Array(array) if is_index => or_undef(&array.element),
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) if is_index => {
            Inferred::Type(Type::STRING)
        }
        _ => Inferred::UNKNOWN,
    }
}

/// Whether a key is a title or undef.
fn is_maybe_title(context: &dyn TypeContext, key: &Type) -> bool {
    let members = union_members(context, key);
    let is_text = |ty: &Type| matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_));
    let is_title = |ty: &Type| is_text(&Relate::new(context).resolve_alias(ty));
    let mut others = members.iter().filter(|ty| **ty != Type::Undef);
    members.contains(&Type::Undef) && others.all(is_title)
}

fn of_type(ty: &Type) -> Inferred {
    match ty {
        Type::Any | Type::Unit => Inferred::UNKNOWN,
        ty => Inferred::Type(ty.clone()),
    }
}

fn or_undef(ty: &Type) -> Inferred {
    match ty {
        Type::Any | Type::Unknown | Type::Unit => Inferred::UNKNOWN,
        Type::Undef => Inferred::UNDEF,
        ty @ Type::Optional(_) => Inferred::Type(ty.clone()),
        ty => Inferred::Type(Type::optional(ty.clone())),
    }
}

//! Results of arithmetic operators, from the values or types of their operands.

use puppet_eval::operators::arithmetic;
use puppet_hir::model::{ArithmeticOperator, ExprId};
use puppet_types::{
    IntegerRange, Range, Relate, StringConstraint, StructKey, Type, Value, resolve_alias,
};

use crate::infer::builder::InferenceBuilder;
use crate::infer::certain_operations::{First, both, certain_of_numbers, finish};
use crate::infer::{interpolation, may_be};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::function_results::declared_size;
use puppet_types::inferred::iterated_elements::{Elements, elements};
use puppet_types::inferred::known_parts::{joined_arrays, known_entries, merged_hashes};
use puppet_types::inferred::paired::as_added;
use puppet_types::inferred::set_theoretic::{
    intersect, join_types, subtract, union_members, without_undef,
};

pub(super) fn calculate(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    operator: ArithmeticOperator,
    left: ExprId,
    right: ExprId,
) -> Inferred {
    let mut coerced = None;
    let result = match both(walk, left, right) {
        Some((left, right)) if size(left) + size(right) > MAX_ELEMENTS => None,
        Some((left, right)) => Some(arithmetic::calculate(
            walk.names,
            operator,
            left,
            right,
            &mut First(&mut coerced),
        )),
        None => {
            let texts = [left, right].map(|operand| interpolation::never_number(walk, operand));
            let [left_text, right_text] = &texts;
            let examples = [
                left_text.as_ref().unwrap_or(walk.result(left)),
                right_text.as_ref().unwrap_or(walk.result(right)),
            ];
            certain_of_numbers(walk, [left, right], examples, |left, right, numbers| {
                arithmetic::calculate(walk.names, operator, left, right, numbers)
            })
        }
    };
    let ty = match result {
        Some(_) => Type::Unknown,
        None => kind_of_result(walk, operator, left, right),
    };
    finish(walk, id, result, coerced, ty)
}

/// Values with more elements than this are not computed.
const MAX_ELEMENTS: usize = 500;

/// Hashes of more types are not put together one by one.
const MAX_PAIRS: usize = 16;

/// What kind of thing an operation on something not exactly known gives, when it succeeds: with undef, none does.
fn kind_of_result(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    left: ExprId,
    right: ExprId,
) -> Type {
    kind_of_operands(walk, operator, walk.result(left), walk.result(right))
}

fn kind_of_operands(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    left: &Inferred,
    right: &Inferred,
) -> Type {
    let names = walk.names;
    let adds_undef = may_be(names, right, &Type::Undef);
    let given = [left, right].map(|it| without_undef(names, it));
    let operands = [&given[0], &given[1]];
    if operator == ArithmeticOperator::Add
        && let Some(known) =
            joined_arrays(names, operands.into_iter()).or_else(|| joined_hashes(walk, operands))
    {
        return known;
    }
    let number = |known: &Inferred| match known.is_unknown() {
        true => None,
        false => Some(intersect(names, known, &Type::Numeric)?.ty(names)),
    };
    let [left, right] = operands.map(|operand| resolve_alias(names, &operand.ty(names)));
    // Whatever else it may be, a number is added to a number only.
    let (left, right) = match (&left, &right) {
        (Type::Integer(_) | Type::Float(_), Type::Variant(_)) => {
            let right = number(operands[1]).unwrap_or(right);
            (left, right)
        }
        (Type::Variant(_), Type::Integer(_) | Type::Float(_)) if !has_array(walk, operands[0]) => {
            let left = number(operands[0]).unwrap_or(left);
            (left, right)
        }
        _ => (left, right),
    };
    match (operator, left, right) {
        (operator, Type::Array(_) | Type::Tuple(_), right) => {
            array_result(walk, operator, operands, &right, adds_undef)
        }
        (ArithmeticOperator::Add, Type::Variant(_), Type::Integer(_) | Type::Float(_))
            if number(operands[0]).is_some() && has_array(walk, operands[0]) =>
        {
            Type::variant_of([Type::Numeric, Type::array()])
        }
        (ArithmeticOperator::Add, Type::Hash(_) | Type::Struct(_), _) => Type::hash(),
        (ArithmeticOperator::Subtract, Type::Hash(_) | Type::Struct(_), _) => {
            without_entries(walk, operands)
        }
        (operator, Type::Integer(left), Type::Integer(right)) => {
            Type::Integer(range_of_result(operator, &left, &right))
        }
        (_, Type::Float(_), Type::Integer(_) | Type::Float(_))
        | (_, Type::Integer(_), Type::Float(_)) => Type::FLOAT,
        (
            ArithmeticOperator::Add | ArithmeticOperator::Subtract,
            Type::Timespan(_),
            Type::Timespan(_) | Type::Integer(_) | Type::Float(_) | Type::Numeric,
        )
        | (ArithmeticOperator::Subtract, Type::Timestamp(_), Type::Timestamp(_)) => Type::TIMESPAN,
        (
            ArithmeticOperator::Add | ArithmeticOperator::Subtract,
            Type::Timestamp(_),
            Type::Timespan(_) | Type::Integer(_) | Type::Float(_) | Type::Numeric,
        ) => Type::TIMESTAMP,
        (_, Type::Variant(_), _) => kind_of_members(walk, operator, operands),
        _ => Type::Unknown,
    }
}

/// The integers that an operation on integers of two ranges gives; those beyond what an integer can be fail.
fn range_of_result(
    operator: ArithmeticOperator,
    left: &IntegerRange,
    right: &IntegerRange,
) -> IntegerRange {
    let (from, to) = (
        |it: &IntegerRange| it.lower_bound().copied(),
        |it: &IntegerRange| it.upper_bound().copied(),
    );
    let both = |one: Option<i64>, other: Option<i64>, of: fn(i64, i64) -> Option<i64>| {
        one.zip(other).and_then(|(one, other)| of(one, other))
    };
    let is_positive = |it: &IntegerRange| from(it).is_some_and(|from| from >= 0);
    let ends = match operator {
        ArithmeticOperator::Add => (
            both(from(left), from(right), i64::checked_add),
            both(to(left), to(right), i64::checked_add),
        ),
        ArithmeticOperator::Subtract => (
            both(from(left), to(right), i64::checked_sub),
            both(to(left), from(right), i64::checked_sub),
        ),
        ArithmeticOperator::Multiply if is_positive(left) && is_positive(right) => (
            both(from(left), from(right), i64::checked_mul),
            both(to(left), to(right), i64::checked_mul),
        ),
        ArithmeticOperator::Modulo if from(right).is_some_and(|it| it > 0) => {
            (Some(0), to(right).map(|it| it - 1))
        }
        _ => (None, None),
    };
    Range::new(ends.0, ends.1).unwrap_or(IntegerRange::UNBOUNDED)
}

/// What an operation gives whose left side is one of several types: what it gives for each that it accepts.
fn kind_of_members(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    [left, right]: [&Inferred; 2],
) -> Type {
    let names = walk.names;
    let members = union_members(names, &left.ty(names));
    if members.len() > MAX_PAIRS {
        return Type::Unknown;
    }
    let is_accepted = |ty: &Type| {
        !matches!(
            resolve_alias(names, ty),
            Type::Boolean(_) | Type::Regexp(_) | Type::Default | Type::Sensitive(_) | Type::Undef
        )
    };
    let accepted = members.into_iter().filter(is_accepted);
    let results = accepted.map(|member| {
        // Each member is no Variant.
        kind_of_operands(walk, operator, &Inferred::Type(member), right)
    });
    let results: Vec<Type> = results.collect();
    match results.is_empty() || results.contains(&Type::Unknown) {
        true => Type::Unknown,
        false => join_types(results).ty(names),
    }
}

/// A hash without some of its entries: which, if that is known.
fn without_entries(walk: &InferenceBuilder<'_>, [hash, removed]: [&Inferred; 2]) -> Type {
    let Some(mut entries) = known_entries(walk.names, hash) else {
        return hash_of_elements(walk, &[hash]);
    };
    let removed: Option<Vec<&Value>> = removed.value().map(|it| match it {
        Value::Hash(removed) => removed.keys().collect(),
        Value::Array(keys) => keys.iter().collect(),
        key => vec![key],
    });
    match removed {
        Some(removed) => {
            entries.retain(|it| !removed.iter().any(|key| key.as_str() == Some(&*it.name)));
        }
        None => {
            for entry in &mut entries {
                entry.key = StructKey::Optional;
            }
        }
    }
    match entries.is_empty() {
        true => Type::hash_of(Type::Any, Type::Any, IntegerRange::exactly(0)),
        false => Type::struct_of(entries),
    }
}

/// Whether something may be an array, to which anything can be added.
fn has_array(walk: &InferenceBuilder<'_>, known: &Inferred) -> bool {
    known.is_unknown() || intersect(walk.names, known, &Type::array()).is_some()
}

/// The array that an operator makes of another one; to which undef may be added, too.
fn array_result(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    operands: [&Inferred; 2],
    right: &Type,
    adds_undef: bool,
) -> Type {
    let [own, other] = operands.map(|it| {
        elements(walk.names, it).map_or(IntegerRange::at_least(0), |elements| elements.size)
    });
    let one = IntegerRange::exactly(1);
    let mut size = own.plus(&one);
    let mut parts = match (operator, right) {
        (ArithmeticOperator::Subtract, _) => {
            size = own.or_fewer();
            let parts = parts_of(walk, &operands[..1], |it| it.value).into_iter();
            let removed = operands[1].value();
            parts
                .filter_map(|part| match removed {
                    Some(removed) => without_values(walk, part, removed),
                    None => Some(part),
                })
                .collect()
        }
        (ArithmeticOperator::Add, Type::Array(_) | Type::Tuple(_)) => {
            size = match adds_undef {
                true => own.plus(&other.hull(&one)),
                false => own.plus(&other),
            };
            parts_of(walk, &operands, |it| it.value)
        }
        (ArithmeticOperator::Add, Type::Hash(_) | Type::Struct(_)) => {
            size = own.plus(&other);
            parts_of(walk, &operands, |it| it.single().clone())
        }
        (ArithmeticOperator::Add, Type::Variant(_)) => {
            return of_members(walk, operator, operands, adds_undef);
        }
        (ArithmeticOperator::Add, right) if may_be_array(right) => return Type::array(),
        (ArithmeticOperator::Add | ArithmeticOperator::ShiftLeft, _) => {
            let mut parts = parts_of(walk, &operands[..1], |it| it.value);
            parts.push(operands[1].clone());
            parts
        }
        _ => return Type::Unknown,
    };
    if adds_undef && operator != ArithmeticOperator::Subtract {
        parts.push(Inferred::UNDEF);
    }
    match Inferred::union(walk.names, &parts).ty(walk.names) {
        Type::Any | Type::Unknown => Type::array(),
        element => Type::array_of(element, declared_size(size)),
    }
}

/// What elements are without those that an array or another value removes; `None` if nothing is left.
fn without_values(
    walk: &InferenceBuilder<'_>,
    element: Inferred,
    removed: &Value,
) -> Option<Inferred> {
    let removed = match removed {
        Value::Array(items) => items,
        single => std::slice::from_ref(single),
    };
    removed.iter().try_fold(element, |element, value| {
        let ty = match value {
            Value::String(text) => Type::enum_of([text.clone()], false),
            Value::Undef => Type::Undef,
            Value::Boolean(flag) => Type::Boolean(Some(*flag)),
            _ => return Some(element),
        };
        subtract(walk.names, &element, &ty)
    })
}

/// The array that `+` makes of another one and of something that is one of several types.
fn of_members(
    walk: &InferenceBuilder<'_>,
    operator: ArithmeticOperator,
    [array, added]: [&Inferred; 2],
    adds_undef: bool,
) -> Type {
    let names = walk.names;
    let members = union_members(names, &added.ty(names));
    if members.len() > MAX_PAIRS {
        return Type::array();
    }
    let results = members.into_iter().map(|member| {
        let right = resolve_alias(names, &member);
        // Each member is no Variant.
        let operands = [array, &Inferred::Type(member)];
        array_result(walk, operator, operands, &right, adds_undef)
    });
    join_types(results.collect()).ty(names)
}

/// What a hash is with what is added to it, each of which may be one of several types; `None` if one may be something
/// else.
fn joined_hashes(walk: &InferenceBuilder<'_>, operands: [&Inferred; 2]) -> Option<Type> {
    let names = walk.names;
    let added = as_added(names, operands[1]);
    let [Some(left), Some(right)] = [operands[0], &added].map(|it| hashes_among(walk, it)) else {
        return None;
    };
    if left.is_empty() || right.is_empty() || left.len() * right.len() > MAX_PAIRS {
        return None;
    }
    let pairs = left
        .iter()
        .flat_map(|one| right.iter().map(move |other| [one, other]));
    let joined = pairs.map(|pair| {
        merged_hashes(names, pair.into_iter()).unwrap_or_else(|| hash_of_elements(walk, &pair))
    });
    Some(join_types(joined.collect()).ty(names))
}

/// The members of what is known to be a hash.
fn hashes_among(walk: &InferenceBuilder<'_>, known: &Inferred) -> Option<Vec<Inferred>> {
    let names = walk.names;
    match known {
        Inferred::Value(Value::Hash(_)) => Some(vec![known.clone()]),
        Inferred::Value(_) => None,
        Inferred::Type(ty) => {
            let members = union_members(names, ty).into_iter();
            let members = members.map(|member| match resolve_alias(names, &member) {
                hash @ (Type::Hash(_) | Type::Struct(_)) => Some(Inferred::Type(hash)),
                _ => None,
            });
            members.collect()
        }
    }
}

/// A hash with the entries of some hashes; nothing is kept of its entries where the keys of each are known one by one.
fn hash_of_elements(walk: &InferenceBuilder<'_>, hashes: &[&Inferred]) -> Type {
    let names = walk.names;
    let accepts = |one: &Type, other: &Type| Relate::new(names).assignable(one, other);
    let has_any_keys = |it: &&Inferred| match resolve_alias(names, &it.ty(names)) {
        Type::Hash(hash) => !union_members(names, &hash.key).iter().any(is_one_text),
        _ => false,
    };
    if !hashes.iter().any(has_any_keys) {
        return Type::hash();
    }
    let joined = |parts: Vec<Inferred>| {
        if parts.is_empty() || parts.iter().any(Inferred::is_unknown) {
            return Type::Any;
        }
        let mut types: Vec<Type> = Vec::new();
        for ty in parts.iter().map(|it| it.ty(names)) {
            if !types.iter().any(|it| accepts(it, &ty)) {
                types.retain(|it| !accepts(&ty, it));
                types.push(ty);
            }
        }
        Type::variant_of(types)
    };
    let key = joined(parts_of(walk, hashes, |it| it.key));
    let value = joined(parts_of(walk, hashes, |it| it.value));
    Type::hash_of(key, value, IntegerRange::UNBOUNDED)
}

/// Whether a type has one text as its only value.
fn is_one_text(ty: &Type) -> bool {
    match ty {
        Type::String(Some(constraint)) => matches!(**constraint, StringConstraint::Value(_)),
        _ => false,
    }
}

/// What is known of the elements of some collections; those that are empty have none.
fn parts_of(
    walk: &InferenceBuilder<'_>,
    collections: &[&Inferred],
    part: impl Fn(Elements) -> Inferred,
) -> Vec<Inferred> {
    let all = collections.iter().map(|it| elements(walk.names, it));
    let some = all.filter(|it| {
        it.as_ref()
            .is_none_or(|it| it.size.upper_bound() != Some(&0))
    });
    some.map(|it| it.map_or(Inferred::UNKNOWN, &part)).collect()
}

/// Whether `+` may take a value apart: hashes, and whatever else is a list.
fn may_be_array(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Default
            | Type::SemVer(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
    )
}

fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Hash(entries) => entries.len(),
        _ => 1,
    }
}

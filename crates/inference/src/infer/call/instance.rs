//! Instances made by `T.new(…)` and `T(…)`.
//!
//! Source: `Puppet::Functions.create_function(:new)`, and the `new_function` of each type.

use puppet_eval::ErrorCause;
use puppet_hir::model::ExprId;
use puppet_scalars::{Timespan, Timestamp};
use puppet_types::{IntegerRange, Relate, Type, TypeContext, Value, resolve_alias};

use crate::infer::builder::InferenceBuilder;
use puppet_hir::Call;
use puppet_semantic::display_name::type_label;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::function_results::declared_size;
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::inferred::set_theoretic::{join_types, union_members};

pub(super) fn infer(walk: &mut InferenceBuilder<'_>, id: ExprId, call: &Call<'_>) -> Inferred {
    let Some((ty, arguments)) = call.instantiated() else {
        return Inferred::UNKNOWN;
    };
    let Some(Value::Type(ty)) = walk.result(ty).value() else {
        return Inferred::UNKNOWN;
    };
    let ty = ty.clone();
    let made = convert(walk, id, call, &ty, arguments);
    match call.lambda {
        // The lambda gets the instance, and what it gives is the result.
        Some(lambda) => walk.lambda_result(lambda),
        None => made,
    }
}

fn convert(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    ty: &Type,
    arguments: &[ExprId],
) -> Inferred {
    let values: Option<Vec<Value>> = arguments
        .iter()
        .map(|argument| walk.result(*argument).value().cloned())
        .collect();
    match values {
        Some(values) if !call.is_unfolded(walk.body) => {
            match puppet_eval::new_instance(walk.names, ty, &values) {
                Ok(value) => value.into(),
                Err(ErrorCause::Failure(failure)) => walk.fail_call(id, failure.message),
                Err(ErrorCause::Unknown(_)) => instance_of(walk, ty),
            }
        }
        _ => match refused_type(walk, ty, arguments) {
            Some(text) => walk.fail_call(id, text),
            None => converted_instance(walk, ty, arguments),
        },
    }
}

/// The type to which a call converts a value, if it is known, and the arguments of its constructor.
pub(super) fn conversion<'w>(
    walk: &'w InferenceBuilder<'_>,
    call: &Call<'_>,
) -> Option<(&'w Type, Vec<ExprId>)> {
    let (ty, arguments) = call.conversion()?;
    match walk.result(ty).value()? {
        Value::Type(ty) => Some((ty, arguments)),
        _ => None,
    }
}

/// What a type makes of arguments that are not all known.
pub(super) fn converted_instance(
    walk: &InferenceBuilder<'_>,
    ty: &Type,
    arguments: &[ExprId],
) -> Inferred {
    hash_of_pairs(walk, ty, arguments)
        .or_else(|| array_of_argument(walk, ty, arguments))
        .unwrap_or_else(|| instance_of(walk, ty))
}

/// `Hash($pairs)`
fn hash_of_pairs(walk: &InferenceBuilder<'_>, ty: &Type, arguments: &[ExprId]) -> Option<Inferred> {
    let ([argument], true) = (arguments, *ty == Type::hash()) else {
        return None;
    };
    let pairs = elements(walk.names, walk.result(*argument))?;
    match resolve_alias(walk.names, &pairs.value.ty(walk.names)) {
        Type::Tuple(pair)
            if pairs.has_keys == Some(false) && pair.size_range() == IntegerRange::exactly(2) =>
        {
            let [key, value] = [0, 1].map(|index| pair.type_at(index).cloned());
            let any_size = IntegerRange::UNBOUNDED;
            Some(Inferred::Type(Type::hash_of(key?, value?, any_size)))
        }
        _ => None,
    }
}

/// `Array($list)`, and `Array($list, true)`, which makes an array of one element of what is none.
fn array_of_argument(
    walk: &InferenceBuilder<'_>,
    ty: &Type,
    arguments: &[ExprId],
) -> Option<Inferred> {
    let (argument, wraps) = match arguments {
        [argument] => (*argument, false),
        [argument, wrap] => match walk.result(*wrap).value()? {
            Value::Boolean(wraps) => (*argument, *wraps),
            _ => return None,
        },
        _ => return None,
    };
    let known = walk.result(argument);
    if *ty != Type::array() || known.is_unknown() {
        return None;
    }
    let names = walk.names;
    let made_of = |member: Type| match resolve_alias(names, &member) {
        array @ (Type::Array(_) | Type::Tuple(_)) => Some(array),
        Type::Unknown | Type::Any | Type::Alias(_) => None,
        one if wraps => Some(Type::tuple_of(vec![one], IntegerRange::UNBOUNDED)),
        other => {
            let elements = elements(names, &Inferred::Type(other))?;
            let size = declared_size(elements.size.clone());
            Some(Type::array_of(elements.single().ty(names), size))
        }
    };
    let members = union_members(names, &known.ty(names)).into_iter();
    // The others cannot be converted.
    let convertible = members.filter(|it| wraps || !has_no_array(&resolve_alias(names, it)));
    let made: Vec<Type> = convertible.map(made_of).collect::<Option<_>>()?;
    (!made.is_empty()).then(|| join_types(made))
}

/// Whether no array can be made of the values of a type.
fn has_no_array(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Undef
            | Type::Boolean(_)
            | Type::Float(_)
            | Type::Regexp(_)
            | Type::Default
            | Type::Sensitive(_)
            | Type::SemVer(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
    )
}

/// What a `Float` and a `Numeric` can be made of.
const NUMBER: &str = "Variant[Numeric, Boolean, String, Timespan, Timestamp, Struct[{
    from => Variant[Numeric, Boolean, String, Timespan, Timestamp], Optional[abs] => Boolean}]]";

/// What types can be made of, as far as a single argument decides it.
const CONVERSION_SOURCES: [(&str, &str); 7] = [
    ("Array", "Variant[Array, Hash, Binary, Iterable]"),
    (
        "Integer",
        "Variant[Numeric, Boolean, String, Timespan, Timestamp, Struct[{
            from => Variant[Numeric, Boolean, String, Timespan, Timestamp],
            Optional[radix] => Variant[Default, Integer], Optional[abs] => Boolean}]]",
    ),
    ("Float", NUMBER),
    ("Numeric", NUMBER),
    ("Boolean", "Variant[Numeric, Boolean, String]"),
    ("Regexp", "Variant[String, Regexp]"),
    (
        "SemVer",
        "Variant[String, SemVer, Struct[{major => Integer[0], minor => Integer[0], patch => Integer[0],
            Optional[prerelease] => String, Optional[build] => String}]]",
    ),
];

/// What a type can be made of, as far as a single argument decides it, with the name of the type. Who converts a text says
/// that it is one of such a value.
#[must_use]
pub fn conversion_source(context: &dyn TypeContext, ty: &Type) -> Option<(&'static str, Type)> {
    let name = match resolve_alias(context, ty) {
        Type::Integer(_) => "Integer",
        Type::Float(_) => "Float",
        Type::Numeric => "Numeric",
        Type::Boolean(_) => "Boolean",
        Type::Regexp(_) => "Regexp",
        Type::SemVer(_) => "SemVer",
        Type::Array(_) => "Array",
        _ => return None,
    };
    let (name, accepted) = CONVERSION_SOURCES.iter().find(|(made, _)| *made == name)?;
    Some((name, puppet_types::read_text(context, accepted).ok()?))
}

/// Why no value of the argument's type can be converted.
pub(super) fn refused_type(
    walk: &InferenceBuilder<'_>,
    ty: &Type,
    arguments: &[ExprId],
) -> Option<String> {
    let names = walk.names;
    let argument = match arguments {
        [argument] => *argument,
        [_, others @ ..] => return refused_options(walk, ty, others),
        [] => return None,
    };
    let known = walk.result(argument);
    if known.is_unknown() {
        return None;
    }
    let (name, accepted) = conversion_source(names, ty)?;
    let given = known.ty(names);
    let relate = Relate::new(names);
    let is_refused = relate.disjoint(&accepted, &given) && relate.doubt().is_none();
    is_refused.then(|| {
        let given = type_label(&given);
        format!("Value of type {given} cannot be converted to {name}")
    })
}

/// Why the arguments after the first (a radix, whether the absolute value is wanted) are wrong for numbers, whatever the
/// first one is.
fn refused_options(walk: &InferenceBuilder<'_>, ty: &Type, others: &[ExprId]) -> Option<String> {
    if !matches!(*ty, Type::INTEGER | Type::FLOAT | Type::Numeric) {
        return None;
    }
    let others: Option<Vec<Value>> = others
        .iter()
        .map(|argument| walk.result(*argument).value().cloned())
        .collect();
    let others = others?;
    let numbers = [
        Value::string("1"),
        Value::Integer(1),
        Value::Float(1.0),
        Value::Boolean(true),
        Timespan::from_nanos(1).into(),
        Timestamp::from_nanos(1).into(),
    ];
    let mut refusal = None;
    for number in numbers {
        let arguments: Vec<Value> = std::iter::once(number).chain(others.clone()).collect();
        match puppet_eval::new_instance(walk.names, ty, &arguments) {
            Err(ErrorCause::Failure(failure)) => drop(refusal.get_or_insert(failure.message)),
            Ok(_) | Err(ErrorCause::Unknown(_)) => return None,
        }
    }
    refusal
}

/// An instance of a type that has a constructor: the result of `new` is checked against the type.
pub(super) fn instance_of(walk: &InferenceBuilder<'_>, ty: &Type) -> Inferred {
    match resolve_alias(walk.names, ty) {
        Type::Integer(_)
        | Type::Float(_)
        | Type::Numeric
        | Type::String(_)
        | Type::Boolean(_)
        | Type::Regexp(_)
        | Type::SemVer(_)
        | Type::SemVerRange
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::Binary
        | Type::Uri(_)
        | Type::Sensitive(_)
        | Type::Array(_)
        | Type::Tuple(_)
        | Type::Hash(_)
        | Type::Struct(_) => Inferred::Type(ty.clone()),
        // What is deferred stands for what its function gives.
        ty @ Type::Object(Some(_)) if ty != Type::deferred() => Inferred::Type(ty),
        Type::Optional(Some(inner)) => {
            match instance_of_inner(&resolve_alias(walk.names, &inner)) {
                true => Inferred::Type(ty.clone()),
                false => Inferred::UNKNOWN,
            }
        }
        _ => Inferred::UNKNOWN,
    }
}

fn instance_of_inner(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer(_)
            | Type::Float(_)
            | Type::Numeric
            | Type::String(_)
            | Type::Boolean(_)
            | Type::Array(_)
            | Type::Hash(_)
    )
}

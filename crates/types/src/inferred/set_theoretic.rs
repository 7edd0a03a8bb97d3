//! Intersection and difference of types, as a test makes them.

use std::sync::LazyLock;

use crate::{
    IntegerRange, Range, Relate, StringConstraint, Type, TypeContext, Value, resolve_alias,
};
use puppet_scalars::Regexp;
use smol_str::SmolStr;

use crate::inferred::Inferred;
use crate::inferred::iterated_elements::element_value;

/// Types are taken apart into so many at most.
const MAX_MEMBERS: usize = 60;
/// An `Enum` with more values is not taken apart.
const MAX_VALUES: usize = 500;

/// What is known of something that turns out to be an instance of a type; `None` if it cannot be one.
pub fn intersect(context: &dyn TypeContext, known: &Inferred, ty: &Type) -> Option<Inferred> {
    if *ty == Type::Unknown {
        return Some(known.clone());
    }
    let relate = Relate::new(context);
    match known {
        Inferred::Value(value) => {
            let fits = relate.is_instance(ty, value) || relate.doubt().is_some();
            fits.then(|| known.clone())
        }
        Inferred::Type(Type::Unknown | Type::Any) => Some(Inferred::Type(ty.clone())),
        Inferred::Type(whole) => {
            let mut parts = Vec::new();
            for member in union_members(context, whole) {
                for wanted in union_members(context, ty) {
                    parts.extend(overlap(context, &member, &wanted));
                }
            }
            if parts.contains(&Type::Unknown) {
                return Some(known.clone());
            }
            (!parts.is_empty()).then(|| join_types(parts))
        }
    }
}

/// The part of one type that is within another; none if they have nothing in common. Where the answer is not a type,
/// the one that was tested for.
fn overlap(context: &dyn TypeContext, member: &Type, wanted: &Type) -> Option<Type> {
    if *member == Type::Unknown || *wanted == Type::Unknown {
        return Some(Type::Unknown);
    }
    // Where parts of it are unknown, what was given says more than what was tested.
    if Relate::new(context).assignable(wanted, member) {
        return Some(member.clone());
    }
    let relate = Relate::new(context);
    if relate.disjoint(wanted, member) && relate.doubt().is_none() {
        return None;
    }
    if let Some(values) = plain_values(member) {
        let fitting = values.iter().filter(|value| may_be(context, wanted, value));
        let fitting: Vec<_> = fitting.cloned().collect();
        return (!fitting.is_empty()).then(|| Type::enum_of(fitting, false));
    }
    Some(wanted.clone())
}

fn may_be(context: &dyn TypeContext, ty: &Type, text: &SmolStr) -> bool {
    let relate = Relate::new(context);
    relate.is_instance(ty, &Value::String(text.clone())) || relate.doubt().is_some()
}

/// What is known of something that turns out to be no instance of a type; `None` if it must be one.
pub fn subtract(context: &dyn TypeContext, known: &Inferred, ty: &Type) -> Option<Inferred> {
    if *ty == Type::Unknown {
        return Some(known.clone());
    }
    let is_within = |value: &Value| {
        let relate = Relate::new(context);
        relate.is_instance(ty, value) && relate.doubt().is_none()
    };
    match known {
        Inferred::Value(value) => (!is_within(value)).then(|| known.clone()),
        Inferred::Type(Type::Unknown | Type::Any) => {
            let is_everything = *ty == Type::Any;
            (!is_everything).then(|| known.clone())
        }
        Inferred::Type(whole) => {
            let mut parts = Vec::new();
            let mut has_changed = false;
            for member in union_members(context, whole) {
                let rest = without(context, &member, ty, &is_within);
                has_changed |= rest.as_ref() != Some(&member);
                parts.extend(rest);
            }
            match (has_changed, parts.is_empty()) {
                (false, _) => Some(known.clone()),
                (true, true) => None,
                (true, false) => Some(join_types(parts)),
            }
        }
    }
}

fn without(
    context: &dyn TypeContext,
    member: &Type,
    ty: &Type,
    is_within: &dyn Fn(&Value) -> bool,
) -> Option<Type> {
    let relate = Relate::new(context);
    if *member != Type::Unknown && relate.assignable(ty, member) && relate.doubt().is_none() {
        return None;
    }
    let Some(values) = plain_values(member) else {
        return Some(member.clone());
    };
    let rest: Vec<_> = values
        .iter()
        .filter(|value| !is_within(&Value::String((*value).clone())))
        .cloned()
        .collect();
    match rest.len() {
        count if count == values.len() => Some(member.clone()),
        0 => None,
        _ => Some(Type::enum_of(rest, false)),
    }
}

/// The values of an `Enum`, which are those strings and no others, if there are not too many.
fn plain_values(ty: &Type) -> Option<&[SmolStr]> {
    values_one_by_one(ty, false)
}

/// The values of an `Enum`, if there are not too many; `any_case` for one whose values may differ in case, too.
#[must_use]
pub fn values_one_by_one(ty: &Type, any_case: bool) -> Option<&[SmolStr]> {
    match ty {
        Type::Enum(choice) if any_case || !choice.case_insensitive => (1..=MAX_VALUES)
            .contains(&choice.values.len())
            .then_some(&*choice.values),
        _ => None,
    }
}

/// The types that a type is a choice of. Booleans are `true` and `false`, and a text is an `Enum` of it; aliases of
/// choices are taken apart, and so are the types that stand for several kinds of values, such as `Numeric`.
#[must_use]
pub fn union_members(context: &dyn TypeContext, ty: &Type) -> Vec<Type> {
    let relate = Relate::new(context);
    let mut open = vec![(ty.clone(), true)];
    let mut members = Vec::new();
    let mut steps = 0;
    while let Some((ty, may_be_undef)) = open.pop() {
        steps += 1;
        if steps > MAX_MEMBERS {
            members.push(ty);
            continue;
        }
        match &ty {
            Type::Undef if !may_be_undef => {}
            Type::Variant(variant) => {
                let types = variant.types.iter().rev().cloned();
                open.extend(types.map(|ty| (ty, may_be_undef)));
            }
            Type::Optional(inner) => {
                let inner = inner.as_deref().cloned().unwrap_or(Type::Any);
                open.extend([(inner, may_be_undef), (Type::Undef, may_be_undef)]);
            }
            Type::NotUndef(Some(inner)) => open.push(((**inner).clone(), false)),
            Type::Numeric | Type::ScalarData | Type::Scalar => {
                let kinds = kinds(&ty).iter().rev().cloned();
                open.extend(kinds.map(|ty| (ty, may_be_undef)));
            }
            Type::Boolean(None) => {
                members.extend([Type::Boolean(Some(false)), Type::Boolean(Some(true))]);
            }
            Type::String(Some(constraint)) => members.push(match &**constraint {
                StringConstraint::Value(text) => Type::enum_of([text.clone()], false),
                StringConstraint::Size(_) => ty,
            }),
            Type::Alias(_) => match relate.resolve_alias(&ty) {
                choice @ (Type::Variant(_)
                | Type::Optional(_)
                | Type::NotUndef(_)
                | Type::Enum(_)
                | Type::Boolean(_)
                | Type::Unknown) => open.push((choice, may_be_undef)),
                _ => members.push(ty),
            },
            _ => members.push(ty),
        }
    }
    members
}

/// The kinds of values that a type stands for, as Puppet's `PScalarType`, `PScalarDataType` and `PNumericType` do.
fn kinds(ty: &Type) -> &'static [Type] {
    const NUMBERS: &[Type] = &[Type::INTEGER, Type::FLOAT];
    const DATA: &[Type] = &[Type::STRING, Type::Numeric, Type::BOOLEAN];
    static ALL: LazyLock<[Type; 5]> = LazyLock::new(|| {
        [
            Type::ScalarData,
            Type::REGEXP,
            Type::semver(),
            Type::TIMESPAN,
            Type::TIMESTAMP,
        ]
    });
    match ty {
        Type::Numeric => NUMBERS,
        Type::ScalarData => DATA,
        _ => &*ALL,
    }
}

/// Whether something is certainly not undef.
pub fn is_never_undef(context: &dyn TypeContext, known: &Inferred) -> bool {
    !known.is_unknown() && intersect(context, known, &Type::Undef).is_none()
}

/// What is known of something when it is not undef.
#[must_use]
pub fn without_undef(context: &dyn TypeContext, known: &Inferred) -> Inferred {
    let Inferred::Type(ty) = known else {
        return known.clone();
    };
    let others = type_without_undef(context, ty, MAX_CHOICES);
    element_value(&others.unwrap_or_else(|| Type::variant_of([])))
}

/// How many choices within choices undef is taken out of.
const MAX_CHOICES: usize = 8;

/// A type without undef as a member of it, or of its members; `None` if it is nothing else.
fn type_without_undef(context: &dyn TypeContext, ty: &Type, depth: usize) -> Option<Type> {
    let Some(depth) = depth.checked_sub(1) else {
        return Some(ty.clone());
    };
    match resolve_alias(context, ty) {
        Type::Undef => None,
        Type::Optional(Some(inner)) => type_without_undef(context, &inner, depth),
        Type::Variant(variant) => {
            let members = variant.types.iter();
            let others = members.filter_map(|it| type_without_undef(context, it, depth));
            Some(Type::variant_of(others))
        }
        _ => Some(ty.clone()),
    }
}

/// What is known of something that has one of these sizes, as far as its types are measured; `None` if nothing has.
pub fn restrict_size(
    context: &dyn TypeContext,
    known: &Inferred,
    sizes: &IntegerRange,
    is_measured: impl Fn(&Type) -> bool,
) -> Option<Inferred> {
    let whole = match known {
        Inferred::Value(_) | Inferred::Type(Type::Unknown | Type::Any) => {
            return Some(known.clone());
        }
        Inferred::Type(whole) => whole,
    };
    let members = union_members(context, whole);
    let sized: Vec<Type> = members
        .iter()
        .filter_map(|member| match is_measured(member) {
            true => sized_member(context, member, sizes),
            false => Some(member.clone()),
        })
        .collect();
    match sized.as_slice() {
        [] => None,
        same if same == members => Some(known.clone()),
        _ => Some(join_types(sized)),
    }
}

/// What is known of a string that equals a text, without regard to case.
pub fn restrict_text(context: &dyn TypeContext, known: &Inferred, text: &str) -> Inferred {
    let Inferred::Type(whole) = known else {
        return known.clone();
    };
    let members = union_members(context, whole).into_iter();
    let members = members.map(|member| match resolve_alias(context, &member) {
        Type::String(_) => Type::enum_of([text], true),
        _ => member,
    });
    join_types(members.collect())
}

/// What is known of something whose integers are within a range; `None` if none is.
pub fn restrict_integers(
    context: &dyn TypeContext,
    known: &Inferred,
    range: &IntegerRange,
) -> Option<Inferred> {
    change_integers(context, known, |own| [common_range(own, range), None])
}

/// A range of so many integers is told by its parts where one within it is excluded; a longer one stays as it is.
const MOST_INTEGERS: i64 = 32;

/// What is known of something that is not this integer; `None` if it must be.
pub fn exclude_integer(
    context: &dyn TypeContext,
    known: &Inferred,
    number: i64,
) -> Option<Inferred> {
    change_integers(context, known, |own| {
        let (from, to) = (own.lower_bound().copied(), own.upper_bound().copied());
        let is_within = own.contains(&number) && from != Some(number) && to != Some(number);
        let size = from.zip(to).and_then(|(from, to)| to.checked_sub(from));
        if !own.contains(&number) || is_within && size.is_none_or(|size| size >= MOST_INTEGERS) {
            return [Some(own.clone()), None];
        }
        let below = number.checked_sub(1).filter(|_| from != Some(number));
        let above = number.checked_add(1).filter(|_| to != Some(number));
        [
            below.and_then(|to| Range::new(from, Some(to))),
            above.and_then(|from| Range::new(Some(from), to)),
        ]
    })
}

/// What is known of something when the ranges of its integers are changed; `None` if nothing is left.
fn change_integers(
    context: &dyn TypeContext,
    known: &Inferred,
    change: impl Fn(&IntegerRange) -> [Option<IntegerRange>; 2],
) -> Option<Inferred> {
    let Inferred::Type(whole) = known else {
        return Some(known.clone());
    };
    let members = union_members(context, whole);
    let changed = |member: &Type| match resolve_alias(context, member) {
        Type::Integer(own) => match change(&own) {
            [Some(same), None] if same == own => [Some(member.clone()), None],
            changed => changed.map(|it| it.map(Type::Integer)),
        },
        _ => [Some(member.clone()), None],
    };
    let left: Vec<Type> = members.iter().flat_map(changed).flatten().collect();
    match left == members {
        true => Some(known.clone()),
        false => (!left.is_empty()).then(|| join_types(left)),
    }
}

/// The integers that are in two ranges.
fn common_range(one: &IntegerRange, other: &IntegerRange) -> Option<IntegerRange> {
    let from = one.lower_bound().max(other.lower_bound()).copied();
    let bounds = [one.upper_bound(), other.upper_bound()];
    let to = bounds.into_iter().flatten().min().copied();
    Range::new(from, to)
}

/// What is known of strings that match a regular expression.
pub fn with_pattern(context: &dyn TypeContext, known: &Inferred, regexp: &Regexp) -> Inferred {
    let Inferred::Type(whole) = known else {
        return known.clone();
    };
    let members = union_members(context, whole).into_iter();
    // A text that is not empty has no other size, and none is empty that matches.
    let is_any_text = |ty: &Type| {
        *ty == Type::STRING || *ty == Type::non_empty_string() && regexp.is_match("") == Ok(false)
    };
    let members = members.map(
        |member| match is_any_text(&resolve_alias(context, &member)) {
            true => Type::pattern_of(vec![regexp.clone()]),
            false => member,
        },
    );
    join_types(members.collect())
}

/// What is known of something that does not match a regular expression; `None` if it must.
pub fn without_pattern(
    context: &dyn TypeContext,
    known: &Inferred,
    regexp: &Regexp,
) -> Option<Inferred> {
    match known {
        Inferred::Value(_) => Some(known.clone()),
        Inferred::Type(_) if regexp.matches_every_text() => subtract(context, known, &Type::STRING),
        Inferred::Type(_) => subtract(context, known, &Type::pattern_of(vec![regexp.clone()])),
    }
}

/// The same of a type that may be an alias, which it stays where all of its values have such a size.
fn sized_member(context: &dyn TypeContext, ty: &Type, sizes: &IntegerRange) -> Option<Type> {
    let resolved = resolve_alias(context, ty);
    let sized = with_size(&resolved, sizes)?;
    Some(match sized == resolved {
        true => ty.clone(),
        false => sized,
    })
}

/// The values of a type that have one of these sizes, as far as a type can say it; `None` if there are none.
fn with_size(ty: &Type, sizes: &IntegerRange) -> Option<Type> {
    let common = |own: &IntegerRange| {
        let own = Range::new(Some(own.min_size()), own.upper_bound().copied());
        common_range(&own?, sizes)
    };
    match ty {
        Type::String(None) => Some(Type::string_size(common(&IntegerRange::at_least(0))?)),
        Type::String(Some(constraint)) => match &**constraint {
            StringConstraint::Size(size) => Some(Type::string_size(common(size)?)),
            StringConstraint::Value(_) => Some(ty.clone()),
        },
        Type::Array(array) => Some(Type::array_of(array.element.clone(), common(&array.size)?)),
        Type::Hash(hash) => {
            let size = common(&hash.size)?;
            Some(Type::hash_of(hash.key.clone(), hash.value.clone(), size))
        }
        Type::Tuple(tuple) if !tuple.types.is_empty() => {
            let size = common(&tuple.size_range())?;
            Some(Type::tuple_of(tuple.types.clone(), size))
        }
        Type::Struct(structure) => common(&structure.size_range()).map(|_| ty.clone()),
        _ => Some(ty.clone()),
    }
}

/// One type for several.
pub fn join_types(parts: Vec<Type>) -> Inferred {
    let both = [Type::Boolean(Some(false)), Type::Boolean(Some(true))];
    let mut parts = parts;
    if both.iter().all(|it| parts.contains(it)) {
        let first = parts.iter().position(|it| both.contains(it));
        parts.retain(|it| !both.contains(it));
        parts.insert(first.unwrap_or(0).min(parts.len()), Type::BOOLEAN);
    }
    join_enums(&mut parts);
    let has_undef = parts.contains(&Type::Undef);
    parts.retain(|it| *it != Type::Undef);
    match (has_undef, Type::variant_of(parts.iter().cloned())) {
        (true, _) if parts.is_empty() => Inferred::UNDEF,
        (true, ty) => Inferred::Type(Type::optional(ty)),
        (false, ty) => Inferred::Type(ty),
    }
}

/// Makes one `Enum` of several.
fn join_enums(parts: &mut Vec<Type>) {
    if parts.iter().filter_map(plain_values).count() > 1 {
        let all = parts.iter().filter_map(plain_values).flatten();
        let joined = Type::enum_of(all.cloned(), false);
        let mut first = true;
        parts.retain(|ty| plain_values(ty).is_none() || std::mem::take(&mut first));
        if let Some(place) = parts.iter_mut().find(|ty| plain_values(ty).is_some()) {
            *place = joined;
        }
    }
}

/// Of several types, those that a test leaves; all of them, if it leaves none.
pub fn members_where(
    context: &dyn TypeContext,
    known: &Inferred,
    test: impl Fn(&Type) -> bool,
) -> Inferred {
    let Inferred::Type(ty) = known else {
        return known.clone();
    };
    let members = union_members(context, ty);
    let left: Vec<Type> = members.iter().filter(|it| test(it)).cloned().collect();
    match left.is_empty() || left.len() == members.len() {
        true => known.clone(),
        false => join_types(left),
    }
}

/// Whether a hash of a type may have a key, or may lack it.
pub fn may_have_key(context: &dyn TypeContext, ty: &Type, key: &Value, has_it: bool) -> bool {
    let ty = Relate::new(context).resolve_alias(ty);
    let has_other_elements = |element: &Type| {
        let members = union_members(context, element);
        let is_collection = |it: &Type| {
            matches!(
                resolve_alias(context, it),
                Type::Hash(_) | Type::Struct(_) | Type::Array(_) | Type::Tuple(_)
            )
        };
        !members.is_empty() && members.iter().all(is_collection)
    };
    match (&ty, key.as_str()) {
        // A string is no collection.
        (Type::Array(array), Some(_)) => !has_it || !has_other_elements(&array.element),
        (Type::Struct(structure), Some(key)) => match structure.get(key) {
            Some(element) => has_it || element.is_optional(),
            None => !has_it,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinContext, read_text};
    use expect_test::expect;

    use super::*;

    #[test]
    fn types_are_cut() {
        let cases = [
            ("Optional[String]", "Undef"),
            ("Variant[Integer, String]", "String"),
            ("Variant[Integer, String]", "Numeric"),
            ("Enum[a, b, c]", "Enum[a, b]"),
            ("Enum[a, b, c]", "Pattern[/[bc]/]"),
            ("Boolean", "Boolean[true]"),
            ("String", "Integer"),
            ("Integer", "Numeric"),
            ("Numeric", "Integer"),
            ("Any", "String"),
            ("Data", "Array"),
            ("Optional[Boolean]", "Variant[Undef, Boolean[false]]"),
            ("NotUndef[Optional[Integer]]", "Float"),
        ];
        let mut found = String::new();
        for (whole, ty) in cases {
            let read = |text| read_text(&BuiltinContext, text).expect("a type");
            let (known, ty) = (Inferred::Type(read(whole)), read(ty));
            let show = |known: Option<Inferred>| {
                known.map_or("-".to_owned(), |it| it.ty(&BuiltinContext).to_string())
            };
            found += &format!(
                "{whole} with {ty}: {} / {}\n",
                show(intersect(&BuiltinContext, &known, &ty)),
                show(subtract(&BuiltinContext, &known, &ty))
            );
        }
        expect![[r#"
            Optional[String] with Undef: Undef / String
            Variant[Integer, String] with String: String / Integer
            Variant[Integer, String] with Numeric: Integer / String
            Enum[a, b, c] with Enum['a', 'b']: Enum['a', 'b'] / Enum['c']
            Enum[a, b, c] with Pattern[/[bc]/]: Enum['b', 'c'] / Enum['a']
            Boolean with Boolean[true]: Boolean[true] / Boolean[false]
            String with Integer: - / String
            Integer with Numeric: Integer / -
            Numeric with Integer: Integer / Float
            Any with String: String / Any
            Data with Array: Array[Data] / Optional[Variant[String, Integer, Float, Boolean, Hash[String, Data]]]
            Optional[Boolean] with Variant[Undef, Boolean[false]]: Optional[Boolean[false]] / Boolean[true]
            NotUndef[Optional[Integer]] with Float: - / NotUndef[Optional[Integer]]
        "#]].assert_eq(&found);
    }
}

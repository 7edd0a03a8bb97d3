//! The relation between an expected and an inferred type: all values fit, none does, or only some do.

use std::cell::Cell;

use crate::{IntegerRange, Relate, Type, TypeContext, Value};
use puppet_scalars::Regexp;
use smol_str::SmolStr;

use crate::inferred::Inferred;
use crate::inferred::set_theoretic::union_members;

/// How deep a type is searched for parts of which nothing is known.
const MAX_DEPTH: usize = 8;

/// How deep parts of collections are compared one by one.
const MAX_COVERED: usize = 3;

/// So many steps of relations are taken in all. Types that need more are taken to fit.
const MAX_STEPS: u32 = 200_000;

/// How far parts of collections are still compared.
#[derive(Clone, Copy)]
struct Limits<'a> {
    depth: usize,
    /// How many steps are left, for all relations that are asked about the same type.
    steps: &'a Cell<u32>,
}

impl<'a> Limits<'a> {
    fn new(steps: &'a Cell<u32>) -> Self {
        steps.set(MAX_STEPS);
        Self {
            depth: MAX_COVERED,
            steps,
        }
    }
}

/// Whether something fits where a type is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fit {
    /// Whatever its value is, as far as something is known about it.
    Always,
    /// Only some values: these are the others.
    Sometimes(Refused),
    /// Whatever its value is.
    Never,
}

/// The values of a type that do not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The members of the type of which no value fits.
    pub members: Vec<Type>,
    /// Those of which only some values do not fit.
    pub partial: Vec<Type>,
}

impl Refused {
    /// These members, whatever their values are.
    #[must_use]
    pub fn members(members: Vec<Type>) -> Self {
        Self {
            members,
            partial: Vec::new(),
        }
    }

    /// Some values of these types.
    #[must_use]
    pub fn partial(partial: Vec<Type>) -> Self {
        Self {
            members: Vec::new(),
            partial,
        }
    }

    /// Whether nothing is refused.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty() && self.partial.is_empty()
    }

    /// Whether nothing but `undef` is refused.
    #[must_use]
    pub fn is_undef(&self) -> bool {
        self.members == [Type::Undef] && self.partial.is_empty()
    }
}

/// Whether what is known of a value fits where a type is expected.
///
/// What is undeclared is never refused: a part that may be anything fits everywhere.
#[must_use]
pub fn fit(context: &dyn TypeContext, expected: &Type, known: &Inferred) -> Fit {
    fit_within(context, expected, known, Limits::new(&Cell::default()))
}

fn fit_within(
    context: &dyn TypeContext,
    expected: &Type,
    known: &Inferred,
    limits: Limits<'_>,
) -> Fit {
    let Inferred::Type(ty) = known else {
        let Inferred::Value(value) = known else {
            return Fit::Always;
        };
        let relate = Relate::new(context);
        let fits = relate.is_instance(expected, value) || relate.doubt().is_some();
        return if fits { Fit::Always } else { Fit::Never };
    };
    if accepts(context, expected, ty, limits) && !iterates(expected) {
        return Fit::Always;
    }
    let mut refused = Refused {
        members: Vec::new(),
        partial: Vec::new(),
    };
    let mut some_fit = false;
    for member in union_members(context, ty) {
        match fit_of_member(context, expected, &member, limits) {
            Fit::Always => some_fit = true,
            Fit::Never => add_once(&mut refused.members, [member]),
            Fit::Sometimes(more) => {
                some_fit = true;
                add_once(&mut refused.members, more.members);
                add_once(&mut refused.partial, more.partial);
            }
        }
    }
    match (some_fit, refused.is_empty()) {
        (false, _) => Fit::Never,
        (true, true) => Fit::Always,
        (true, false) => Fit::Sometimes(refused),
    }
}

/// Adds the types that are not yet there: members of nested unions may be the same.
fn add_once(all: &mut Vec<Type>, types: impl IntoIterator<Item = Type>) {
    for ty in types {
        if !all.contains(&ty) {
            all.push(ty);
        }
    }
}

/// Whether one type accepts another, or may accept it.
fn accepts(context: &dyn TypeContext, expected: &Type, ty: &Type, limits: Limits<'_>) -> bool {
    if limits.steps.get() == 0 {
        return true;
    }
    let relate = Relate::value_relation(context);
    let answer = relate.assignable(expected, ty) || relate.doubt().is_some();
    limits
        .steps
        .set(limits.steps.get().saturating_sub(relate.steps().max(1)));
    answer
}

/// What Puppet infers of the values of a type, where only for that they do not fit: their elements together have one type.
#[must_use]
pub fn inferred_instead(context: &dyn TypeContext, expected: &Type, ty: &Type) -> Option<Type> {
    let is_accepted = Relate::new(context).assignable(expected, ty);
    let inferred = || Relate::new(context).type_of_values(ty);
    let accepts_values = || accepts(context, expected, ty, Limits::new(&Cell::default()));
    (is_accepted && !accepts_values()).then(inferred)
}

fn fit_of_member(
    context: &dyn TypeContext,
    expected: &Type,
    member: &Type,
    limits: Limits<'_>,
) -> Fit {
    if let Type::Integer(range) = member
        && let Some(fit) = fit_of_negative(context, expected, range)
    {
        return fit;
    }
    if accepts(context, expected, member, limits) || is_covered(context, expected, member, limits) {
        return Fit::Always;
    }
    let relate = Relate::new(context);
    if relate.disjoint(expected, member) && relate.doubt().is_none() {
        return Fit::Never;
    }
    // A string that was compared with a text is taken to be written as the text is.
    if let Type::Enum(values) = member
        && !values.values.is_empty()
    {
        let is_refused = |value: &&SmolStr| {
            let relate = Relate::new(context);
            let value = Value::String((*value).clone());
            !relate.is_instance(expected, &value) && relate.doubt().is_none()
        };
        let refused: Vec<SmolStr> = values.values.iter().filter(is_refused).cloned().collect();
        return match refused.len() {
            0 => Fit::Always,
            _ => Fit::Sometimes(Refused {
                members: vec![Type::enum_of(refused, false)],
                partial: Vec::new(),
            }),
        };
    }
    if relate.doubt().is_some() || has_undeclared(&relate, member, 0) {
        return Fit::Always;
    }
    Fit::Sometimes(Refused::partial(vec![member.clone()]))
}

/// Whether a type accepts what can be iterated, whatever its elements are.
fn iterates(expected: &Type) -> bool {
    match expected {
        Type::Iterable(element) => element.as_deref().is_none_or(|it| *it == Type::Any),
        Type::Variant(variant) => variant.types.iter().any(iterates),
        _ => false,
    }
}

/// Puppet's types say that all integers can be iterated, but negative ones cannot.
fn fit_of_negative(
    context: &dyn TypeContext,
    expected: &Type,
    range: &IntegerRange,
) -> Option<Fit> {
    let (from, to) = bounds(range);
    let accepts_no_integer =
        |ty: &Type| iterates(ty) || Relate::new(context).disjoint(ty, &Type::INTEGER);
    if from >= 0
        || !iterates(expected)
        || !union_members(context, expected)
            .iter()
            .all(accepts_no_integer)
    {
        return None;
    }
    Some(match to {
        ..0 => Fit::Never,
        _ => Fit::Sometimes(Refused::partial(vec![Type::Integer(range.clone())])),
    })
}

/// Whether several types together accept what none of them accepts alone: Puppet compares with each of a `Variant`, but
/// a value has to fit only one.
fn is_covered(
    context: &dyn TypeContext,
    expected: &Type,
    member: &Type,
    limits: Limits<'_>,
) -> bool {
    let Some(depth) = limits.depth.checked_sub(1) else {
        return false;
    };
    let limits = Limits { depth, ..limits };
    let covers = |ty: &Type| {
        let parts = union_members(context, ty);
        !parts.is_empty()
            && parts
                .iter()
                .all(|part| accepts(context, expected, part, limits))
    };
    let resolved = Relate::new(context).resolve_alias(member);
    match &resolved {
        Type::Integer(range) => covers_range(context, expected, range),
        Type::Numeric => covers(&Type::variant_of([Type::INTEGER, Type::FLOAT])),
        Type::ScalarData => covers(&Type::variant_of([
            Type::STRING,
            Type::INTEGER,
            Type::FLOAT,
            Type::BOOLEAN,
        ])),
        Type::Pattern(patterns) => covers_patterns(context, expected, &patterns.regexps, limits),
        Type::Array(array) => covers_parts(context, expected, member, limits, |part| match part {
            Type::Array(wanted) => Some(vec![(wanted.element.clone(), array.element.clone())]),
            _ => None,
        }),
        Type::Hash(hash) => covers_parts(context, expected, member, limits, |part| match part {
            Type::Hash(wanted) => Some(vec![
                (wanted.key.clone(), hash.key.clone()),
                (wanted.value.clone(), hash.value.clone()),
            ]),
            _ => None,
        }),
        Type::Collection(_) => covers(&Type::variant_of([Type::array(), Type::hash()])),
        _ => false,
    }
}

/// Whether all strings that match one of some patterns fit: Puppet compares lists of patterns as wholes, and does not know
/// that a pattern refuses the empty string.
fn covers_patterns(
    context: &dyn TypeContext,
    expected: &Type,
    regexps: &[Regexp],
    limits: Limits<'_>,
) -> bool {
    let is_never_empty = || {
        regexps
            .iter()
            .all(|it| matches!(it.is_match(""), Ok(false)))
    };
    let accepts_not_empty = || accepts(context, expected, &Type::non_empty_string(), limits);
    let has_all = |part: &Type| match Relate::new(context).resolve_alias(part) {
        Type::Pattern(all) => regexps.iter().all(|it| all.regexps.contains(it)),
        _ => false,
    };
    union_members(context, expected).iter().any(has_all)
        || !regexps.is_empty() && accepts_not_empty() && is_never_empty()
}

/// Whether some type of collections accepts a collection of such a size, and each of its parts.
fn covers_parts(
    context: &dyn TypeContext,
    expected: &Type,
    member: &Type,
    limits: Limits<'_>,
    parts: impl Fn(&Type) -> Option<Vec<(Type, Type)>>,
) -> bool {
    union_members(context, expected).iter().any(|part| {
        let part = Relate::new(context).resolve_alias(part);
        let of_any = match &part {
            Type::Array(array) => Type::array_of(Type::Any, array.size.clone()),
            Type::Hash(hash) => Type::hash_of(Type::Any, Type::Any, hash.size.clone()),
            _ => return false,
        };
        let fits = |(expected, ty): (Type, Type)| {
            fit_within(context, &expected, &Inferred::Type(ty), limits) == Fit::Always
        };
        accepts(context, &of_any, member, limits)
            && parts(&part).is_some_and(|parts| parts.into_iter().all(fits))
    })
}

/// Whether ranges of integers that a type accepts cover a range together.
fn covers_range(context: &dyn TypeContext, expected: &Type, range: &IntegerRange) -> bool {
    let mut ranges: Vec<(i64, i64)> = union_members(context, expected)
        .iter()
        .filter_map(|part| match Relate::new(context).resolve_alias(part) {
            Type::Integer(range) => Some(bounds(&range)),
            _ => None,
        })
        .collect();
    ranges.sort_unstable();
    let (mut from, to) = bounds(range);
    for (lower, upper) in ranges {
        if lower > from {
            return false;
        }
        if upper >= to {
            return true;
        }
        from = from.max(upper.saturating_add(1));
    }
    false
}

fn bounds(range: &IntegerRange) -> (i64, i64) {
    let lower = range.lower_bound().copied().unwrap_or(i64::MIN);
    (lower, range.upper_bound().copied().unwrap_or(i64::MAX))
}

/// Whether a type has a part that was not declared: it may be anything.
fn has_undeclared(relate: &Relate<'_>, ty: &Type, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let deeper = |ty: &Type| has_undeclared(relate, ty, depth + 1);
    match ty {
        Type::Any
        | Type::Unknown
        | Type::Unit
        | Type::Optional(None)
        | Type::NotUndef(None)
        | Type::Iterable(_)
        | Type::Iterator(_)
        | Type::Type(None)
        | Type::Sensitive(None)
        | Type::Callable(_)
        | Type::Runtime(_)
        | Type::Init(_)
        | Type::Object(_)
        | Type::ObjectExtension(_)
        | Type::TypeSet(_)
        | Type::Reference(_)
        | Type::CatalogEntry
        | Type::Resource(_)
        | Type::Class(_)
        | Type::Collection(_) => true,
        Type::Alias(name) if ["Data", "RichData"].contains(&name.as_str()) => false,
        Type::Alias(_) => match relate.resolve_alias(ty) {
            Type::Alias(_) => false,
            resolved => deeper(&resolved),
        },
        Type::Optional(Some(inner))
        | Type::NotUndef(Some(inner))
        | Type::Sensitive(Some(inner)) => deeper(inner),
        Type::Variant(variant) => variant.types.is_empty() || variant.types.iter().any(deeper),
        Type::Array(array) => deeper(&array.element),
        Type::Hash(hash) => deeper(&hash.value),
        Type::Tuple(tuple) => tuple.types.is_empty() || tuple.types.iter().any(deeper),
        Type::Struct(structure) => {
            let mut values = structure.elements.iter().map(|element| &element.value);
            values.any(deeper)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinContext, read_text};
    use expect_test::expect;

    use super::*;

    #[test]
    fn what_may_not_fit_is_named() {
        let cases = [
            ("String", "Optional[String]"),
            ("String", "Variant[Integer, String]"),
            ("Variant[String, Undef]", "Optional[String]"),
            ("Enum[a, b]", "Enum[a, b, c]"),
            ("Enum[a, b]", "Enum[c, d]"),
            ("Enum[a, b]", "String"),
            ("String[1]", "String"),
            ("Integer", "Any"),
            ("Integer", "Variant[Integer, Any]"),
            ("Array[String]", "Array"),
            ("Array[String]", "Array[Optional[String]]"),
            ("Array[String]", "Variant[Array, Hash]"),
            (
                "Hash[String, Integer]",
                "Hash[String, Variant[Integer, String]]",
            ),
            ("Integer[0, 10]", "Integer[5, 15]"),
            ("Variant[Integer[0, 5], Integer[6, 10]]", "Integer[1, 10]"),
            ("Pattern[/a/, /b/]", "Pattern[/a/]"),
            ("Pattern[/a/]", "Pattern[/b/]"),
            ("String[1]", "Pattern[/a/]"),
            ("String[1]", "Pattern[/a?/]"),
            ("Array[String[1], 1]", "Array[Pattern[/a/], 2]"),
            ("Array[String[1], 1]", "Array[Pattern[/a/]]"),
            (
                "Hash[String, String[1]]",
                "Hash[Pattern[/a/], Pattern[/b/]]",
            ),
            ("Boolean", "Variant[Boolean, String]"),
            ("Boolean[true]", "Boolean"),
            ("Variant[Integer, Float]", "Numeric"),
            ("Scalar", "Data"),
            ("Struct[{a => String}]", "Struct[{a => Optional[String]}]"),
            ("Struct[{a => String}]", "Hash[String, Any]"),
            ("NotUndef", "Optional[Boolean]"),
            ("Callable", "Variant[Callable, Integer]"),
            ("Iterable", "Integer"),
            ("Iterable", "Integer[0]"),
            ("Variant[Hash, Iterable]", "Integer[-2, -1]"),
            (
                "Iterable[Variant[String, Numeric]]",
                "Tuple[String, Integer]",
            ),
            (
                "Iterable[Variant[String, Numeric]]",
                "Tuple[String, Enum[a]]",
            ),
            (
                "Iterable[Variant[String, Numeric]]",
                "Array[Variant[String, Integer]]",
            ),
            (
                "Iterable[Variant[String, Numeric]]",
                "Array[Variant[String, Integer], 0, 1]",
            ),
            ("Iterable[Variant[String, Numeric]]", "Array[Numeric]"),
            ("Array[Iterable[Scalar]]", "Array[Tuple[String, Integer]]"),
            ("Iterable[String]", "Tuple[String, Undef]"),
            ("Iterable[String]", "Array[Optional[String]]"),
            ("Iterable[Boolean]", "Array[Boolean]"),
            ("Iterable[Timespan]", "Array[Timespan]"),
            (
                "Iterable[Variant[Enum[a], Pattern[/b/]]]",
                "Array[Variant[Enum[a], Pattern[/b/]]]",
            ),
            (
                "Iterable[Variant[Enum[a], Pattern[/b/]]]",
                "Array[Pattern[/b/]]",
            ),
            (
                "Iterable[Tuple[String, Integer]]",
                "Array[Tuple[String, Integer]]",
            ),
            ("Iterable[Tuple[String, Integer]]", "Hash[String, Integer]"),
            (
                "Iterable[Tuple[String, Scalar]]",
                "Struct[{a => Integer, b => Boolean}]",
            ),
            (
                "Iterable[Tuple[String, Variant[String, Integer]]]",
                "Struct[{a => Integer, b => String}]",
            ),
            ("Iterable[Array[Integer, 1]]", "Array[Array[Integer, 1]]"),
            ("Iterable[Array[Integer]]", "Array[Array[Integer, 1]]"),
            ("Iterable[Data]", "Array[Data]"),
            ("Iterable[String]", "Array"),
        ];
        let mut found = String::new();
        for (expected, ty) in cases {
            let read = |text| read_text(&BuiltinContext, text).expect("a type");
            let answer = match fit(&BuiltinContext, &read(expected), &Inferred::Type(read(ty))) {
                Fit::Always => "always".to_owned(),
                Fit::Never => "never".to_owned(),
                Fit::Sometimes(refused) => {
                    let names = |types: &[Type]| {
                        let names: Vec<String> = types.iter().map(Type::to_string).collect();
                        names.join(", ")
                    };
                    format!(
                        "not {} / {}",
                        names(&refused.members),
                        names(&refused.partial)
                    )
                }
            };
            found += &format!("{ty} for {expected}: {answer}\n");
        }
        expect![[r#"
            Optional[String] for String: not Undef / 
            Variant[Integer, String] for String: not Integer / 
            Optional[String] for Variant[String, Undef]: always
            Enum[a, b, c] for Enum[a, b]: not Enum['c'] / 
            Enum[c, d] for Enum[a, b]: never
            String for Enum[a, b]: not  / String
            String for String[1]: not  / String
            Any for Integer: always
            Variant[Integer, Any] for Integer: always
            Array for Array[String]: always
            Array[Optional[String]] for Array[String]: not  / Array[Optional[String]]
            Variant[Array, Hash] for Array[String]: not Hash / 
            Hash[String, Variant[Integer, String]] for Hash[String, Integer]: not  / Hash[String, Variant[Integer, String]]
            Integer[5, 15] for Integer[0, 10]: not  / Integer[5, 15]
            Integer[1, 10] for Variant[Integer[0, 5], Integer[6, 10]]: always
            Pattern[/a/] for Pattern[/a/, /b/]: always
            Pattern[/b/] for Pattern[/a/]: not  / Pattern[/b/]
            Pattern[/a/] for String[1]: always
            Pattern[/a?/] for String[1]: not  / Pattern[/a?/]
            Array[Pattern[/a/], 2] for Array[String[1], 1]: always
            Array[Pattern[/a/]] for Array[String[1], 1]: not  / Array[Pattern[/a/]]
            Hash[Pattern[/a/], Pattern[/b/]] for Hash[String, String[1]]: always
            Variant[Boolean, String] for Boolean: not String / 
            Boolean for Boolean[true]: not Boolean[false] / 
            Numeric for Variant[Integer, Float]: always
            Data for Scalar: not Undef, Hash[String, Data], Array[Data] / 
            Struct[{a => Optional[String]}] for Struct[{a => String}]: not  / Struct[{'a' => Optional[String]}]
            Hash[String, Any] for Struct[{a => String}]: always
            Optional[Boolean] for NotUndef: not Undef / 
            Variant[Callable, Integer] for Callable: not Integer / 
            Integer for Iterable: not  / Integer
            Integer[0] for Iterable: always
            Integer[-2, -1] for Variant[Hash, Iterable]: never
            Tuple[String, Integer] for Iterable[Variant[String, Numeric]]: not  / Tuple[String, Integer]
            Tuple[String, Enum[a]] for Iterable[Variant[String, Numeric]]: always
            Array[Variant[String, Integer]] for Iterable[Variant[String, Numeric]]: not  / Array[Variant[String, Integer]]
            Array[Variant[String, Integer], 0, 1] for Iterable[Variant[String, Numeric]]: always
            Array[Numeric] for Iterable[Variant[String, Numeric]]: always
            Array[Tuple[String, Integer]] for Array[Iterable[Scalar]]: always
            Tuple[String, Undef] for Iterable[String]: always
            Array[Optional[String]] for Iterable[String]: not  / Array[Optional[String]]
            Array[Boolean] for Iterable[Boolean]: not  / Array[Boolean]
            Array[Timespan] for Iterable[Timespan]: not  / Array[Timespan]
            Array[Variant[Enum[a], Pattern[/b/]]] for Iterable[Variant[Enum[a], Pattern[/b/]]]: not  / Array[Variant[Enum['a'], Pattern[/b/]]]
            Array[Pattern[/b/]] for Iterable[Variant[Enum[a], Pattern[/b/]]]: always
            Array[Tuple[String, Integer]] for Iterable[Tuple[String, Integer]]: not  / Array[Tuple[String, Integer]]
            Hash[String, Integer] for Iterable[Tuple[String, Integer]]: always
            Struct[{a => Integer, b => Boolean}] for Iterable[Tuple[String, Scalar]]: always
            Struct[{a => Integer, b => String}] for Iterable[Tuple[String, Variant[String, Integer]]]: not  / Struct[{'a' => Integer, 'b' => String}]
            Array[Array[Integer, 1]] for Iterable[Array[Integer, 1]]: not  / Array[Array[Integer, 1]]
            Array[Array[Integer, 1]] for Iterable[Array[Integer]]: always
            Array[Data] for Iterable[Data]: always
            Array for Iterable[String]: always
        "#]].assert_eq(&found);
    }
}

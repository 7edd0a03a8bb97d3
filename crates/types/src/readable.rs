//! Types as people read them: types that were inferred in parts are one type again.

use smol_str::SmolStr;

use crate::context::{BuiltinContext, TypeContext};
use crate::format::Form;
use crate::relation::relate::Relate;
use crate::ty::{IntegerRange, StringConstraint, Type};

/// So many strings are listed that were only inferred.
const MAX_VALUES: usize = 4;
/// A longer string is not listed.
const MAX_LENGTH: usize = 24;

/// A type as text for people: [`readable_type`], with `[]` and `{}` for what is empty and plain keys of structs.
pub fn readable(context: &dyn TypeContext, ty: &Type) -> String {
    let relate = Relate::new(context);
    relate.format(&relate.readable(ty), Form::Readable)
}

/// The type with members of `Variant` joined that say nearly the same: a few strings are an `Enum`, more are a
/// `String`. It accepts all that the type accepts. Names of aliases stay.
pub fn readable_type(context: &dyn TypeContext, ty: &Type) -> Type {
    Relate::new(context).readable(ty)
}

impl Relate<'_> {
    fn readable(&self, ty: &Type) -> Type {
        self.step(Type::Unknown, || match ty {
            Type::Variant(variant) if !variant.types.is_empty() => self.joined(&variant.types),
            Type::Optional(Some(inner)) => self.joined(&[Type::Undef, Type::clone(inner)]),
            _ => ty.map(|part| self.readable(part)),
        })
    }

    /// The members of a `Variant`, joined.
    fn joined(&self, types: &[Type]) -> Type {
        let mut members = Vec::new();
        types.iter().for_each(|ty| self.flatten(ty, &mut members));
        let is_optional = members.contains(&Type::Undef);
        members.retain(|ty| *ty != Type::Undef);
        let members =
            self.without_covered(joined_strings(joined_numbers(joined_booleans(members))));
        match (is_optional, members.is_empty()) {
            (true, true) => Type::Undef,
            (true, false) => Type::optional(Type::variant_of(members)),
            (false, _) => Type::variant_of(members),
        }
    }

    fn flatten(&self, ty: &Type, members: &mut Vec<Type>) {
        match self.readable(ty) {
            Type::Variant(variant) => members.extend(variant.types.iter().cloned()),
            Type::Optional(Some(inner)) => {
                members.push(Type::Undef);
                self.flatten(&inner, members);
            }
            other => members.push(other),
        }
    }

    /// Members that are no part of another one, and of those that read alike only one.
    fn without_covered(&self, members: Vec<Type>) -> Vec<Type> {
        let mut kept: Vec<(Type, String)> = Vec::new();
        for ty in members {
            let text = self.format(&ty, Form::Readable);
            let is_covered = |(other, seen): &(Type, String)| *seen == text || covers(other, &ty);
            if kept.iter().any(is_covered) {
                continue;
            }
            kept.retain(|(other, _)| !covers(&ty, other));
            kept.push((ty, text));
        }
        kept.into_iter().map(|(ty, _)| ty).collect()
    }
}

/// Whether a type certainly accepts all of another one, which is no name or choice that code declares.
fn covers(ty: &Type, other: &Type) -> bool {
    let is_inferred = matches!(
        other,
        Type::String(_)
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Array(_)
            | Type::Tuple(_)
            | Type::Hash(_)
            | Type::Struct(_)
    );
    let relate = Relate::new(&BuiltinContext);
    is_inferred && *ty != Type::Unknown && relate.assignable(ty, other) && relate.doubt().is_none()
}

fn joined_booleans(mut members: Vec<Type>) -> Vec<Type> {
    let both = [Type::Boolean(Some(false)), Type::Boolean(Some(true))];
    if both.iter().all(|it| members.contains(it)) {
        for ty in &mut members {
            if both.contains(ty) {
                *ty = Type::BOOLEAN;
            }
        }
    }
    members
}

/// Numbers as the range that they are in.
fn joined_numbers(mut members: Vec<Type>) -> Vec<Type> {
    let number = |ty: &Type| match ty {
        Type::Integer(range) if range.is_finite() && range.lower_bound() == range.upper_bound() => {
            Some(range.clone())
        }
        _ => None,
    };
    let numbers: Vec<IntegerRange> = members.iter().filter_map(number).collect();
    if let Some(hull) = numbers.into_iter().reduce(|all, it| all.hull(&it)) {
        for ty in &mut members {
            if number(ty).is_some() {
                *ty = Type::Integer(hull.clone());
            }
        }
    }
    members
}

/// Strings that were inferred as one type, in the place of the first.
fn joined_strings(members: Vec<Type>) -> Vec<Type> {
    let constraint = |ty: &Type| match ty {
        Type::String(Some(constraint)) => Some((**constraint).clone()),
        _ => None,
    };
    let strings: Vec<StringConstraint> = members.iter().filter_map(constraint).collect();
    let Some(joined) = join(&strings) else {
        return members;
    };
    let is_choice = |ty: &Type| matches!(ty, Type::Enum(it) if !it.case_insensitive);
    let listed = |ty: &Type| match ty {
        Type::Enum(choice) if is_choice(ty) => choice.values.clone(),
        _ => Vec::new(),
    };
    // A declared choice is one with the values beside it.
    let values = std::iter::once(&joined).chain(&members).flat_map(listed);
    let merged = match is_choice(&joined) {
        true => Type::enum_of(values, false),
        false => joined.clone(),
    };
    let is_joined = |ty: &Type| constraint(ty).is_some() || is_choice(ty) && is_choice(&joined);
    let first = members.iter().position(is_joined).unwrap_or(0);
    let mut rest: Vec<Type> = members.into_iter().filter(|ty| !is_joined(ty)).collect();
    rest.insert(first.min(rest.len()), merged);
    rest
}

/// One type for strings: their values, a size that all have, or any string.
fn join(strings: &[StringConstraint]) -> Option<Type> {
    let mut sizes = Vec::new();
    let mut values: Vec<&SmolStr> = Vec::new();
    for string in strings {
        match string {
            StringConstraint::Value(value) => values.push(value),
            StringConstraint::Size(size) => sizes.push(size),
        }
    }
    values.sort();
    values.dedup();
    let is_short = |value: &&&SmolStr| value.len() <= MAX_LENGTH && !value.contains('\n');
    match &sizes[..] {
        [] if values.is_empty() => None,
        [] if values.len() <= MAX_VALUES
            && values.iter().filter(is_short).count() == values.len() =>
        {
            Some(Type::enum_of(values.into_iter().cloned(), false))
        }
        [] => Some(Type::STRING),
        [size] if values.is_empty() => Some(Type::string_size((*size).clone())),
        _ => {
            // A longer least length is of a text that was put together.
            let is_non_empty = sizes.iter().any(|size| size.min_size() == 1)
                && sizes.iter().all(|size| size.min_size() > 0)
                && values.iter().all(|value| !value.is_empty());
            Some(match is_non_empty {
                true => Type::non_empty_string(),
                false => Type::STRING,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinContext, Range, Type, read_text, readable};

    #[test]
    fn members_that_say_the_same_are_one() {
        for (ty, expected) in [
            ("Variant[String[2], String[3]]", "String"),
            ("Variant[String[1], String[3]]", "String[1]"),
            ("Variant[String, String[3]]", "String"),
            (
                "Variant[Integer[80, 80], String, Integer[443, 443]]",
                "Variant[Integer[80, 443], String]",
            ),
            ("Variant[Undef, String[24], String[25]]", "Optional[String]"),
            ("Optional[Variant[Undef, Integer]]", "Optional[Integer]"),
            (
                "Variant[Boolean[true], Integer, Boolean[false]]",
                "Variant[Boolean, Integer]",
            ),
            (
                "Variant[Enum[no, always], Enum[no, always]]",
                "Enum['always', 'no']",
            ),
            ("Array[Variant[String[2], String[3]]]", "Array[String]"),
            (
                "Variant[Array[String[2]], Array[String[3]]]",
                "Array[String[2]]",
            ),
            ("Variant[Array[Any], Array[String]]", "Array"),
            ("Variant[Sensitive, Data]", "Variant[Sensitive, Data]"),
            (
                "Variant[Enum[a, b], String]",
                "Variant[Enum['a', 'b'], String]",
            ),
            ("String[8]", "String[8]"),
            (
                "Struct[{NotUndef[a] => Optional[Integer], Optional[b] => Integer}]",
                "Struct[{'a' => Optional[Integer], Optional['b'] => Integer}]",
            ),
            ("Array[String, 0, 0]", "[]"),
            ("Hash[String, String, 0, 0]", "{}"),
            ("Variant", "Variant"),
        ] {
            let ty = read_text(&BuiltinContext, ty).expect("a type");
            assert_eq!(readable(&BuiltinContext, &ty), expected, "{ty}");
        }
    }

    #[test]
    fn a_few_inferred_strings_are_listed() {
        let value = Type::string_value;
        let long = "a".repeat(30);
        for (members, expected) in [
            (vec![value("b"), value("a")], "Enum['a', 'b']"),
            (
                vec![value("a"), Type::BOOLEAN],
                "Variant[Enum['a'], Boolean]",
            ),
            (
                vec![value("a"), Type::enum_of(["b"], false), Type::INTEGER],
                "Variant[Enum['a', 'b'], Integer]",
            ),
            (["a", "b", "c", "d", "e"].map(value).to_vec(), "String"),
            (vec![value("a"), value(&long)], "String"),
            (
                vec![value(""), Type::string_size(Range::at_least(2))],
                "String",
            ),
            (vec![value("a"), Type::Undef], "Optional[Enum['a']]"),
            (vec![Type::Unknown, value("a")], "Variant[Any, Enum['a']]"),
        ] {
            let ty = Type::variant_of(members);
            assert_eq!(readable(&BuiltinContext, &ty), expected, "{ty:?}");
        }
    }
}

//! A type compared with itself: always assignable, and cheaper to recognize than by the rules.

use crate::relation::relate::Relate;
use crate::ty::{StructKey, Type};

/// How deep within a query it is worth to look for the same type on both sides.
const MAX_LEVEL: u32 = 4;
/// How many types are visited to learn that a type accepts itself.
const MAX_VISITS: u32 = 2_000;

impl Relate<'_> {
    /// Does the type definitely accept itself, without any doubt? Not all do: not `NotUndef[Undef]`, for example.
    pub(super) fn accepts_itself(&self, ty: &Type) -> bool {
        self.depth() <= MAX_LEVEL && {
            let mut visits = MAX_VISITS;
            self.is_reflexive(ty, &mut visits, 0)
        }
    }

    fn is_reflexive(&self, ty: &Type, visits: &mut u32, depth: u32) -> bool {
        if *visits == 0 || depth > 20 {
            return false;
        }
        *visits -= 1;
        let mut inner = |ty: &Type| self.is_reflexive(ty, visits, depth + 1);
        match ty {
            Type::Any
            | Type::Undef
            | Type::Default
            | Type::Binary
            | Type::SemVerRange
            | Type::Scalar
            | Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::BigInteger(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Tuple(_) => true,
            Type::Alias(name) => self
                .alias(name)
                .is_some_and(|alias| !alias.self_recursive && inner(&alias.resolved)),
            Type::Variant(variant) => !variant.types.is_empty() && variant.types.iter().all(inner),
            Type::Optional(Some(ty)) => inner(ty),
            Type::Array(array) => inner(&array.element),
            Type::Hash(hash) => inner(&hash.key) && inner(&hash.value),
            Type::Struct(structure) => structure
                .elements
                .iter()
                .all(|element| element.key != StructKey::Enum && inner(&element.value)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::assignable;
    use crate::{Definitions, parse, read_text};

    /// Two aliases of the same are compared by the rules, and one with itself as it is here.
    #[test]
    fn the_same_answer_as_by_the_rules() {
        let right_sides = [
            "Integer[1, 2]",
            "Enum[a, b]",
            "Enum",
            "Variant[Integer, Pattern[/a/]]",
            "Optional[Array[String[1]]]",
            "NotUndef[Optional[Integer]]",
            "Tuple[Integer, Optional[String]]",
            "Hash[String, Variant[Boolean, Undef], 1]",
            "Struct[{a => Integer, Optional[b] => Array[Data]}]",
            "Struct[{a => Variant, b => Callable[Integer]}]",
            "Struct[{a => NotUndef[Undef]}]",
            "Struct[{a => NotUndef[Optional[Integer]]}]",
            "Callable[Callable[Integer], String]",
            "Type[Integer]",
            "SemVer['>1.0.0']",
            "Sensitive[String]",
            "Iterable[Any]",
            "Init[Integer]",
            "Data",
        ];
        for right_side in right_sides {
            let mut definitions = Definitions::new();
            for name in ["One", "Other"] {
                definitions.add(name, parse::parse(right_side).expect("an expression"));
            }
            let read = |name| {
                read_text(&definitions, name).unwrap_or_else(|error| panic!("{name}: {error}"))
            };
            let (one, other) = (read("One"), read("Other"));
            let by_rules = assignable(&definitions, &one, &other);
            assert_eq!(
                assignable(&definitions, &one, &one),
                by_rules,
                "{right_side}"
            );
            let (plain, again) = (read(right_side), read(right_side));
            let by_rules = assignable(&definitions, &plain, &again);
            assert_eq!(
                assignable(&definitions, &plain, &plain.clone()),
                by_rules,
                "{right_side}"
            );
        }
    }
}

//! Collections: `Collection`, `Array`, `Hash`, `Tuple` and `Struct`.

use crate::{
    relate::{MaybeGuard, Relate},
    ty::{ArrayType, HashType, IntegerRange, StructType, TupleType, Type},
};

impl Relate<'_> {
    pub(super) fn collection_accepts(&self, to: &Type, from: &Type, guard: MaybeGuard<'_>) -> bool {
        match to {
            Type::Collection(size) => {
                collection_size(from).is_some_and(|given| size.or_any_size().covers(&given))
            }
            Type::Array(expected) => self.array_accepts(expected, from, guard),
            Type::Hash(expected) => self.hash_accepts(expected, from, guard),
            Type::Tuple(expected) => self.tuple_accepts(expected, from, guard),
            Type::Struct(expected) => self.struct_accepts(expected, from, guard),
            _ => false,
        }
    }

    fn array_accepts(&self, expected: &ArrayType, from: &Type, mut guard: MaybeGuard<'_>) -> bool {
        let size = || {
            collection_size(from).is_some_and(|given| expected.size.or_any_size().covers(&given))
        };
        match from {
            Type::Tuple(given) => {
                size()
                    && given
                        .types
                        .iter()
                        .all(|ty| self.accepts(&expected.element, ty, guard.as_deref_mut()))
            }
            Type::Array(given) => size() && self.accepts(&expected.element, &given.element, guard),
            _ => false,
        }
    }

    fn hash_accepts(&self, expected: &HashType, from: &Type, mut guard: MaybeGuard<'_>) -> bool {
        match from {
            Type::Hash(given) => {
                if expected.size.min_size() == 0 && given.is_empty_hash() {
                    return true;
                }
                self.accepts(&expected.key, &given.key, guard.as_deref_mut())
                    && self.accepts(&expected.value, &given.value, guard)
                    && expected
                        .size
                        .or_any_size()
                        .covers(&given.size.or_any_size())
            }
            Type::Struct(given) => {
                expected
                    .size
                    .or_any_size()
                    .covers(&IntegerRange::of_len(given.elements.len()))
                    && given.elements.iter().all(|element| {
                        let name = self.key_name(element).clone().into();
                        self.instance(&expected.key, &name, guard.as_deref_mut())
                            && self.accepts(&expected.value, &element.value, guard.as_deref_mut())
                    })
            }
            _ => false,
        }
    }

    pub(super) fn tuple_accepts(
        &self,
        expected: &TupleType,
        from: &Type,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let size = expected.size_range();
        match from {
            Type::Tuple(given) => {
                if expected == &**given {
                    return true;
                }
                if !size.covers(&given.size_range()) {
                    return false;
                }
                if expected.types.is_empty() {
                    return true;
                }
                if given.types.is_empty() {
                    return size.from() == Some(&0);
                }
                (given.types.iter().enumerate()).all(|(index, ty)| {
                    expected
                        .type_at(index)
                        .is_some_and(|to| self.accepts(to, ty, guard.as_deref_mut()))
                })
            }
            Type::Array(given) => {
                let given_size = given.size.or_any_size();
                let count = given_size
                    .to()
                    .map_or(usize::MAX, |to| usize::try_from(*to).unwrap_or(usize::MAX));
                size.covers(&given_size)
                    && (expected.types.iter().take(count))
                        .all(|to| self.accepts(to, &given.element, guard.as_deref_mut()))
            }
            _ => false,
        }
    }

    fn struct_accepts(&self, expected: &StructType, from: &Type, guard: MaybeGuard<'_>) -> bool {
        match from {
            Type::Struct(given) => self.struct_accepts_struct(expected, given, guard),
            Type::Hash(given) => self.struct_accepts_hash(expected, given, guard),
            _ => false,
        }
    }

    fn struct_accepts_struct(
        &self,
        expected: &StructType,
        given: &StructType,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let index = given.index();
        given.elements.iter().for_each(|element| {
            self.key_name(element);
        });
        let mut matched = 0;
        let all = expected.elements.iter().all(|element| {
            match index.get(self.key_name(element).as_str()) {
                None => element.is_optional(),
                Some(other) => {
                    matched += 1;
                    (element.is_optional() || !other.is_optional())
                        && self.accepts(&element.value, &other.value, guard.as_deref_mut())
                }
            }
        });
        all && matched == index.len()
    }

    fn struct_accepts_hash(
        &self,
        expected: &StructType,
        given: &HashType,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let required = || {
            expected
                .elements
                .iter()
                .filter(|element| !element.is_optional())
        };
        let values = required().all(|element| {
            self.accepts(&element.value, &given.value, guard.as_deref_mut())
                && self.accepts(&Type::STRING, &given.key, None)
        });
        let len = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let size = IntegerRange::ordered(
            Some(len(required().count())),
            Some(len(expected.elements.len())),
        );
        values && size.covers(&given.size.or_any_size())
    }
}

/// The number of elements of a collection type (PCollectionType#_assignable?).
fn collection_size(ty: &Type) -> Option<IntegerRange> {
    Some(match ty {
        Type::Collection(size) => size.or_any_size(),
        Type::Array(array) => array.size.or_any_size(),
        Type::Hash(hash) => hash.size.or_any_size(),
        Type::Tuple(tuple) if tuple.size.is_unbounded() => IntegerRange::of_len(tuple.types.len()),
        Type::Tuple(tuple) => tuple.size.clone(),
        Type::Struct(structure) => IntegerRange::of_len(structure.elements.len()),
        _ => return None,
    })
}

//! Collections: `Collection`, `Array`, `Hash`, `Tuple` and `Struct`.

use rustc_hash::FxHashMap;

use crate::relation::relate::{MaybeGuard, Relate};
use crate::ty::{ArrayType, HashType, Sizes, StructElement, StructType, TupleType, Type};

impl Relate<'_> {
    pub(super) fn collection_accepts(&self, to: &Type, from: &Type, guard: MaybeGuard<'_>) -> bool {
        match to {
            Type::Collection(size) => {
                collection_size(from).is_some_and(|given| size.sizes().covers(given))
            }
            Type::Array(expected) => self.array_accepts(expected, from, guard),
            Type::Hash(expected) => self.hash_accepts(expected, from, guard),
            Type::Tuple(expected) => self.tuple_accepts(expected, from, guard),
            Type::Struct(expected) => self.struct_accepts(expected, from, guard),
            _ => false,
        }
    }

    fn array_accepts(&self, expected: &ArrayType, from: &Type, mut guard: MaybeGuard<'_>) -> bool {
        let size =
            || collection_size(from).is_some_and(|given| expected.size.sizes().covers(given));
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
                    && expected.size.sizes().covers(given.size.sizes())
            }
            Type::Struct(given) => {
                expected
                    .size
                    .sizes()
                    .covers(Sizes::exactly(given.elements.len()))
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
        let size = expected.sizes();
        match from {
            Type::Tuple(given) => {
                if expected == &**given {
                    return true;
                }
                if !size.covers(given.sizes()) {
                    return false;
                }
                if expected.types.is_empty() {
                    return true;
                }
                if given.types.is_empty() {
                    return size.from == 0;
                }
                (given.types.iter().enumerate()).all(|(index, ty)| {
                    expected
                        .type_at(index)
                        .is_some_and(|to| self.accepts(to, ty, guard.as_deref_mut()))
                })
            }
            Type::Array(given) => {
                let given_size = given.size.sizes();
                let count = given_size
                    .to
                    .map_or(usize::MAX, |to| usize::try_from(to).unwrap_or(usize::MAX));
                size.covers(given_size)
                    && (expected.types.iter().take(count))
                        .all(|to| self.accepts(to, &given.element, guard.as_deref_mut()))
            }
            _ => false,
        }
    }

    fn struct_accepts(&self, expected: &StructType, from: &Type, guard: MaybeGuard<'_>) -> bool {
        match from {
            Type::Struct(given) => {
                std::ptr::eq(expected, &**given) && guard.is_none() && self.accepts_itself(from)
                    || self.struct_accepts_struct(expected, given, guard)
            }
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
        let mut lookup = ElementLookup::new(given);
        given.elements.iter().for_each(|element| {
            self.key_name(element);
        });
        let mut matched = 0;
        let all =
            expected
                .elements
                .iter()
                .all(|element| match lookup.find(self.key_name(element)) {
                    None => element.is_optional(),
                    Some(other) => {
                        matched += 1;
                        (element.is_optional() || !other.is_optional())
                            && self.accepts(&element.value, &other.value, guard.as_deref_mut())
                    }
                });
        all && matched == given.elements.len()
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
        let size = Sizes {
            from: Sizes::exactly(required().count()).from,
            ..Sizes::exactly(expected.elements.len())
        };
        values && size.covers(given.size.sizes())
    }
}

/// Finds elements of a struct by their names. Most structs that are compared have their keys in the same order.
struct ElementLookup<'t> {
    elements: &'t [StructElement],
    next: usize,
    index: Option<FxHashMap<&'t str, &'t StructElement>>,
}

impl<'t> ElementLookup<'t> {
    fn new(structure: &'t StructType) -> Self {
        ElementLookup {
            elements: &structure.elements,
            next: 0,
            index: None,
        }
    }

    fn find(&mut self, name: &str) -> Option<&'t StructElement> {
        if let Some(element) = self
            .elements
            .get(self.next)
            .filter(|element| element.name == name)
        {
            self.next += 1;
            return Some(element);
        }
        if self.elements.len() <= 8 {
            return self.elements.iter().find(|element| element.name == name);
        }
        let elements = self.elements;
        let index = self.index.get_or_insert_with(|| {
            elements
                .iter()
                .map(|element| (element.name.as_str(), element))
                .collect()
        });
        index.get(name).copied()
    }
}

/// The number of elements of a collection type (PCollectionType#_assignable?).
fn collection_size(ty: &Type) -> Option<Sizes> {
    Some(match ty {
        Type::Collection(size) => size.sizes(),
        Type::Array(array) => array.size.sizes(),
        Type::Hash(hash) => hash.size.sizes(),
        Type::Tuple(tuple) if tuple.size.is_unbounded() => Sizes::exactly(tuple.types.len()),
        Type::Tuple(tuple) => tuple.size.sizes(),
        Type::Struct(structure) => Sizes::exactly(structure.elements.len()),
        _ => return None,
    })
}

//! Disjointness of collections: by their sizes, by keys that must and cannot be there, and by their elements.

use crate::relation::relate::Relate;
use crate::ty::{HashType, IntegerRange, StructType, TupleType, Type};
use crate::value::Value;

impl Relate<'_> {
    pub(super) fn disjoint_collections(
        &self,
        a: &Type,
        b: &Type,
        disjoint: &dyn Fn(&Type, &Type) -> bool,
    ) -> bool {
        let (Some(a_size), Some(b_size)) = (sizes(a), sizes(b)) else {
            return false;
        };
        if !a_size.intersects(&b_size) {
            return true;
        }
        let least = a_size.min_size().max(b_size.min_size());
        match (a, b) {
            (Type::Array(a), Type::Array(b)) => least > 0 && disjoint(&a.element, &b.element),
            (Type::Tuple(tuple), Type::Array(array)) | (Type::Array(array), Type::Tuple(tuple)) => {
                any_of_first(tuple, least, |_, ty| disjoint(ty, &array.element))
            }
            (Type::Tuple(a), Type::Tuple(b)) => any_of_first(a, least, |index, ty| {
                b.type_at(index).is_some_and(|other| disjoint(ty, other))
            }),
            (Type::Hash(a), Type::Hash(b)) => {
                least > 0 && (disjoint(&a.key, &b.key) || disjoint(&a.value, &b.value))
            }
            (Type::Struct(structure), Type::Hash(hash))
            | (Type::Hash(hash), Type::Struct(structure)) => {
                self.is_disjoint_from_hash(structure, hash, disjoint)
            }
            (Type::Struct(a), Type::Struct(b)) => {
                disjoint_structs(a, b, disjoint) || disjoint_structs(b, a, disjoint)
            }
            _ => false,
        }
    }

    fn is_disjoint_from_hash(
        &self,
        structure: &StructType,
        hash: &HashType,
        disjoint: &dyn Fn(&Type, &Type) -> bool,
    ) -> bool {
        structure
            .elements
            .iter()
            .filter(|element| !element.is_optional())
            .any(|element| {
                let key = Value::String(element.name.clone());
                !self.is_instance(&hash.key, &key) || disjoint(&element.value, &hash.value)
            })
    }
}

/// Does `a` demand an entry that `b` cannot have?
fn disjoint_structs(
    a: &StructType,
    b: &StructType,
    disjoint: &dyn Fn(&Type, &Type) -> bool,
) -> bool {
    let index = b.index();
    a.elements
        .iter()
        .filter(|element| !element.is_optional())
        .any(|element| {
            index
                .get(element.name.as_str())
                .is_none_or(|other| disjoint(&element.value, &other.value))
        })
}

/// Does `test` hold for the type of one of the first elements?
fn any_of_first(tuple: &TupleType, count: i64, test: impl Fn(usize, &Type) -> bool) -> bool {
    // Beyond the types of both tuples, the last ones repeat.
    let count = usize::try_from(count).unwrap_or(0).min(1000);
    (0..count).any(|index| tuple.type_at(index).is_some_and(|ty| test(index, ty)))
}

/// The number of elements that values of the type may have.
fn sizes(ty: &Type) -> Option<IntegerRange> {
    let len = |len: usize| Some(i64::try_from(len).unwrap_or(i64::MAX));
    Some(match ty {
        Type::Collection(size) => size.or_any_size(),
        Type::Array(array) => array.size.or_any_size(),
        Type::Hash(hash) => hash.size.or_any_size(),
        Type::Tuple(tuple) => tuple.size_range(),
        Type::Struct(structure) => {
            IntegerRange::ordered(len(structure.required()), len(structure.elements.len()))
        }
        _ => return None,
    })
}

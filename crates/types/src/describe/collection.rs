//! Mismatches of collections and callables.

use super::{
    extended,
    mismatch::{Mismatch, MismatchKind, Path, PathElement},
};
use crate::relation::relate::Relate;
use crate::ty::{
    ArrayType, CallableType, HashType, IntegerRange, Range, StructType, TupleType, Type,
};

impl Relate<'_> {
    pub(super) fn describe_array(
        &self,
        expected: &ArrayType,
        original: &Type,
        actual: &Type,
        path: &Path,
    ) -> Vec<Mismatch> {
        let size = expected.size.or_any_size();
        match actual {
            Type::Tuple(actual) => {
                let actual_size = if actual.size.is_unbounded() {
                    IntegerRange::with_len(actual.types.len())
                } else {
                    actual.size.clone()
                };
                if !size.covers(&actual_size) {
                    return vec![size_mismatch(path, size, actual_size, false)];
                }
                let elements = actual.types.iter().enumerate();
                (elements.filter(|(_, ty)| !self.assignable(&expected.element, ty)))
                    .flat_map(|(index, ty)| {
                        self.part_mismatches(
                            &expected.element,
                            ty,
                            &extended(path, PathElement::Index(index)),
                        )
                    })
                    .collect()
            }
            Type::Array(actual) => {
                let actual_size = actual.size.or_any_size();
                if !expected.size.is_unbounded() && !size.covers(&actual_size) {
                    return vec![size_mismatch(path, size, actual_size, false)];
                }
                let shown = Type::array_of(actual.element.clone(), Range::UNBOUNDED);
                vec![self.type_mismatch(path, original, &shown)]
            }
            _ => vec![self.type_mismatch(path, original, actual)],
        }
    }

    pub(super) fn describe_hash(
        &self,
        expected: &HashType,
        original: &Type,
        actual: &Type,
        path: &Path,
    ) -> Vec<Mismatch> {
        let size = expected.size.or_any_size();
        match actual {
            Type::Struct(actual) => {
                let actual_size = actual.size_range();
                if !size.covers(&actual_size) {
                    return vec![size_mismatch(path, size, actual_size, false)];
                }
                let mut descriptions = Vec::new();
                for element in &actual.elements {
                    let (name, key) = (self.key_name(element).clone(), element.key_type());
                    if !self.assignable(&expected.key, &key) {
                        let path = extended(path, PathElement::EntryKey(name.clone()));
                        descriptions.extend(self.part_mismatches(&expected.key, &key, &path));
                    }
                    if !self.assignable(&expected.value, &element.value) {
                        let path = extended(path, PathElement::EntryValue(name));
                        descriptions.extend(self.part_mismatches(
                            &expected.value,
                            &element.value,
                            &path,
                        ));
                    }
                }
                descriptions
            }
            Type::Hash(actual) => {
                let actual_size = actual.size.or_any_size();
                if !expected.size.is_unbounded() && !size.covers(&actual_size) {
                    return vec![size_mismatch(path, size, actual_size, false)];
                }
                vec![self.type_mismatch(path, original, &without_size(actual))]
            }
            _ => vec![self.type_mismatch(path, original, actual)],
        }
    }

    pub(super) fn describe_struct(
        &self,
        expected: &StructType,
        original: &Type,
        actual: &Type,
        path: &Path,
    ) -> Vec<Mismatch> {
        match actual {
            Type::Struct(actual) => self.describe_struct_entries(expected, actual, path),
            Type::Hash(actual) => {
                let (size, actual_size) = (expected.size_range(), actual.size.or_any_size());
                if size.covers(&actual_size) {
                    vec![self.type_mismatch(path, original, &without_size(actual))]
                } else {
                    vec![size_mismatch(path, size, actual_size, false)]
                }
            }
            _ => vec![self.type_mismatch(path, original, actual)],
        }
    }

    fn describe_struct_entries(
        &self,
        expected: &StructType,
        actual: &StructType,
        path: &Path,
    ) -> Vec<Mismatch> {
        let index = actual.index();
        let mut descriptions = Vec::new();
        for element in &expected.elements {
            let name = self.key_name(element).clone();
            let Some(given) = index.get(name.as_str()) else {
                if !element.is_optional() {
                    descriptions.push(Mismatch {
                        path: path.clone(),
                        kind: MismatchKind::MissingKey(name),
                    });
                }
                continue;
            };
            if !element.is_optional() && given.is_optional() {
                let path = extended(path, PathElement::EntryKey(name.clone()));
                descriptions.extend(self.part_mismatches(
                    &element.key_type(),
                    &given.key_type(),
                    &path,
                ));
            }
            if !self.assignable(&element.value, &given.value) {
                let path = extended(path, PathElement::EntryValue(name));
                descriptions.extend(self.part_mismatches(&element.value, &given.value, &path));
            }
        }
        let known = expected.index();
        let others = actual
            .elements
            .iter()
            .filter(|element| !known.contains_key(element.name.as_str()));
        descriptions.extend(others.map(|element| Mismatch {
            path: path.clone(),
            kind: MismatchKind::ExtraneousKey(element.name.clone()),
        }));
        descriptions
    }

    /// `counts` says that the elements are arguments of a call.
    pub(super) fn describe_tuple(
        &self,
        expected: &TupleType,
        original: &Type,
        actual: &Type,
        path: &Path,
        counts: bool,
    ) -> Vec<Mismatch> {
        let size = expected.size_range();
        match actual {
            Type::Tuple(actual) => {
                if expected == &**actual {
                    return Vec::new();
                }
                if !size.covers(&actual.size_range()) {
                    return vec![size_mismatch(path, size, actual.size_range(), counts)];
                }
                let Some(last) = expected.types.len().checked_sub(1) else {
                    return Vec::new();
                };
                (actual.types.iter().enumerate())
                    .flat_map(|(index, ty)| {
                        let index = index.min(last);
                        let path = extended(path, PathElement::Index(index));
                        expected
                            .types
                            .get(index)
                            .map_or_else(Vec::new, |to| self.part_mismatches(to, ty, &path))
                    })
                    .collect()
            }
            Type::Array(_) if expected.types.is_empty() => Vec::new(),
            Type::Array(actual) => {
                let actual_size = actual.size.or_any_size();
                if !size.covers(&actual_size) {
                    return vec![size_mismatch(path, size, actual_size, counts)];
                }
                (expected.types.iter().enumerate())
                    .flat_map(|(index, to)| {
                        self.part_mismatches(
                            to,
                            &actual.element,
                            &extended(path, PathElement::Index(index)),
                        )
                    })
                    .collect()
            }
            _ => vec![self.type_mismatch(path, original, actual)],
        }
    }

    pub(super) fn describe_callable(
        &self,
        expected: Option<&CallableType>,
        original: &Type,
        actual: &Type,
        path: &Path,
    ) -> Vec<Mismatch> {
        let Type::Callable(given) = actual else {
            return vec![self.type_mismatch(path, original, actual)];
        };
        let Some(expected) = expected else {
            return Vec::new();
        };
        let given = given.as_deref();
        if let Some(params) = &expected.params {
            // The parameters of any callable are unknown: nothing can be said of them.
            let Some(given_params) = given.and_then(|given| given.params.clone()) else {
                return Vec::new();
            };
            let original = Type::Tuple(params.clone());
            let errors =
                self.describe_tuple(params, &original, &Type::Tuple(given_params), path, true);
            if !errors.is_empty() {
                return errors;
            }
        }
        let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
        let given_returns = given
            .and_then(|given| given.returns.as_ref())
            .unwrap_or(&Type::Any);
        if !self.assignable(returns, given_returns) {
            return vec![self.type_mismatch(
                &extended(path, PathElement::Return),
                returns,
                given_returns,
            )];
        }
        let block = expected.block.as_ref().unwrap_or(&Type::Undef);
        let given_block = given
            .and_then(|given| given.block.as_ref())
            .unwrap_or(&Type::Undef);
        if self.assignable(given_block, block) {
            return Vec::new();
        }
        vec![self.type_mismatch(&extended(path, PathElement::Block), block, given_block)]
    }
}

pub(super) fn size_mismatch(
    path: &Path,
    expected: IntegerRange,
    actual: IntegerRange,
    counts: bool,
) -> Mismatch {
    let kind = if counts {
        MismatchKind::Count { expected, actual }
    } else {
        MismatchKind::Size { expected, actual }
    };
    Mismatch {
        path: path.clone(),
        kind,
    }
}

fn without_size(hash: &HashType) -> Type {
    Type::hash_of(hash.key.clone(), hash.value.clone(), Range::UNBOUNDED)
}

//! The payload of `Variant`.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::Type;

/// `Variant[types…]`.
#[derive(Debug, Clone, Eq)]
pub struct VariantType {
    /// The members in the order given.
    pub types: Vec<Type>,
}

impl VariantType {
    /// See [`Type::variant_of`].
    pub(crate) fn maybe_create(types: impl IntoIterator<Item = Type>) -> Type {
        let mut unique: Vec<Type> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut add = |ty: Type| {
            if seen.insert(ty.clone()) {
                unique.push(ty);
            }
        };
        for ty in types {
            match ty {
                Type::Variant(variant) => variant.types.iter().cloned().for_each(&mut add),
                other => add(other),
            }
        }
        match <[Type; 1]>::try_from(unique) {
            Ok([single]) => single,
            Err(types) => Type::Variant(Arc::new(VariantType { types })),
        }
    }
}

/// The order does not matter (PVariantType#eql?).
impl PartialEq for VariantType {
    fn eq(&self, other: &Self) -> bool {
        self.types == other.types
            || self.types.len() == other.types.len() && {
                let others: rustc_hash::FxHashSet<&Type> = other.types.iter().collect();
                self.types.iter().all(|ty| others.contains(ty))
            }
    }
}

impl Hash for VariantType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.types.len().hash(state);
    }
}

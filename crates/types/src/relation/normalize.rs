//! Normalization: the simplest type that accepts the same (PAnyType#normalize).

mod variant;

use std::sync::Arc;

use crate::context::TypeContext;
use crate::relation::relate::Relate;
use crate::ty::{CallableType, TupleType, Type};

/// The type simplified: nested `Optional`, `NotUndef` and `Variant` joined, ranges and enums merged.
pub fn normalize(context: &dyn TypeContext, ty: &Type) -> Type {
    Relate::new(context).normalize(ty)
}

impl Relate<'_> {
    /// See [`normalize`].
    pub fn normalize(&self, ty: &Type) -> Type {
        self.step(Type::Unknown, || match ty {
            Type::Collection(_) => Type::COLLECTION,
            Type::Array(array) if array.element == Type::Any => Type::array(),
            Type::Callable(Some(callable)) => Type::callable_of(CallableType {
                params: callable
                    .params
                    .as_ref()
                    .map(|params| Arc::new(self.normalize_tuple(params))),
                block: callable.block.as_ref().map(|block| self.normalize(block)),
                returns: callable
                    .returns
                    .as_ref()
                    .map(|returns| self.normalize(returns))
                    .filter(|ty| *ty != Type::Any),
            }),
            Type::Variant(variant) => self.normalize_variant(ty, variant),
            Type::Optional(Some(inner)) => self.normalize_optional(inner),
            Type::NotUndef(Some(inner)) => self.normalize_not_undef(inner),
            Type::Sensitive(Some(inner)) => {
                let normalized = self.normalize(inner);
                if normalized == **inner {
                    ty.clone()
                } else {
                    self.sensitive(&normalized)
                }
            }
            _ => ty.map(|part| self.normalize(part)),
        })
    }

    fn normalize_tuple(&self, tuple: &TupleType) -> TupleType {
        TupleType {
            types: tuple.types.iter().map(|ty| self.normalize(ty)).collect(),
            size: tuple.size.clone(),
        }
    }

    fn normalize_optional(&self, inner: &Type) -> Type {
        let inner = self.normalize(inner);
        if let Type::NotUndef(defined) = inner {
            let optional = Type::Optional(defined);
            return self.normalize(&optional);
        }
        if self.accepts_undef(&inner) {
            inner
        } else {
            Type::optional(inner)
        }
    }

    fn normalize_not_undef(&self, inner: &Type) -> Type {
        let inner = self.normalize(inner);
        if let Type::Optional(possible) = inner {
            let defined =
                possible.map_or(Type::NotUndef(None), |ty| Type::not_undef(Type::clone(&ty)));
            return self.normalize(&defined);
        }
        if self.accepts_undef(&inner) {
            Type::not_undef(inner)
        } else {
            inner
        }
    }
}

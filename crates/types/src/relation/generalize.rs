//! Generalization: types without the values and sizes they were inferred from (PAnyType#generalize).

use std::sync::Arc;

use crate::context::TypeContext;
use crate::relation::relate::{Doubt, Relate};
use crate::ty::{CallableType, Range, StructElement, StructType, TupleType, Type};

/// The type without ranges, sizes and single values.
pub fn generalize(context: &dyn TypeContext, ty: &Type) -> Type {
    Relate::new(context).generalize(ty)
}

impl Relate<'_> {
    /// See [`generalize`].
    pub fn generalize(&self, ty: &Type) -> Type {
        self.step(Type::Unknown, || match ty {
            Type::Integer(_) | Type::BigInteger(_) => Type::INTEGER,
            Type::Float(_) => Type::FLOAT,
            Type::String(_) => Type::STRING,
            Type::Boolean(_) => Type::BOOLEAN,
            Type::Timespan(_) => Type::TIMESPAN,
            Type::Timestamp(_) => Type::TIMESTAMP,
            Type::Uri(_) => Type::Uri(None),
            Type::Collection(_) => Type::COLLECTION,
            Type::Enum(values) => values
                .length_range()
                .map_or(Type::STRING, Type::string_size),
            Type::Array(array) if array.element == Type::Any => Type::array(),
            Type::Array(array) => Type::array_of(self.generalize(&array.element), Range::UNBOUNDED),
            Type::Hash(hash) if hash.is_empty_hash() => ty.clone(),
            Type::Hash(hash) => Type::hash_of(
                self.generalize(&hash.key),
                self.generalize(&hash.value),
                Range::UNBOUNDED,
            ),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(self.generalize_tuple(tuple))),
            Type::Struct(structure) => Type::Struct(Arc::new(StructType {
                elements: (structure.elements.iter())
                    .map(|element| StructElement {
                        value: self.generalize(&element.value),
                        ..element.clone()
                    })
                    .collect(),
            })),
            Type::Variant(variant) if variant.types.is_empty() => ty.clone(),
            Type::Variant(variant) => {
                let types: Vec<Type> = variant.types.iter().map(|ty| self.generalize(ty)).collect();
                if types == variant.types {
                    ty.clone()
                } else {
                    Type::variant_of(types)
                }
            }
            Type::Callable(Some(callable)) => Type::callable_of(CallableType {
                params: callable
                    .params
                    .as_ref()
                    .map(|params| Arc::new(self.generalize_tuple(params))),
                block: callable.block.as_ref().map(|block| self.generalize(block)),
                returns: callable
                    .returns
                    .as_ref()
                    .map(|returns| self.generalize(returns)),
            }),
            Type::Optional(Some(inner)) => Type::optional(self.generalize(inner)),
            Type::NotUndef(Some(inner)) => Type::not_undef(self.generalize(inner)),
            Type::Iterable(Some(inner)) => Type::iterable(self.generalize(inner)),
            Type::Iterator(Some(inner)) => Type::iterator(self.generalize(inner)),
            Type::Type(Some(inner)) => Type::type_of(self.generalize(inner)),
            Type::Sensitive(Some(inner)) => {
                let general = self.generalize(inner);
                if general == **inner {
                    ty.clone()
                } else {
                    self.sensitive(&general)
                }
            }
            Type::Init(Some(init)) => {
                if self.generalize(&init.ty) != init.ty {
                    self.doubtful(Doubt::PuppetBreaks);
                }
                ty.clone()
            }
            Type::ObjectExtension(extension) => Type::Object(Some(extension.base.clone())),
            _ => ty.clone(),
        })
    }

    fn generalize_tuple(&self, tuple: &TupleType) -> TupleType {
        TupleType {
            types: tuple.types.iter().map(|ty| self.generalize(ty)).collect(),
            size: tuple.size.clone(),
        }
    }
}

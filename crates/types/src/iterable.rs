//! Iteration: the types that can be iterated, and those of their elements (PAnyType#iterable?, #iterable_type).

use crate::relation::relate::{Doubt, Relate};
use crate::ty::{IntegerRange, Range, Type};

impl Relate<'_> {
    /// Can a value of that type be iterated? `Type` of a finite range or an enum can, too.
    pub fn is_iterable(&self, ty: &Type) -> bool {
        self.step(true, || match ty {
            Type::Unknown => self.doubtful(Doubt::Unknown),
            Type::Enum(_)
            | Type::Integer(_)
            | Type::BigInteger(_)
            | Type::String(_)
            | Type::Collection(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Tuple(_)
            | Type::Struct(_)
            | Type::Iterable(_)
            | Type::Iterator(_) => true,
            Type::Type(Some(inner)) => match &**inner {
                Type::Enum(_) => true,
                Type::Integer(range) => range.is_finite(),
                Type::BigInteger(range) => range.is_finite(),
                _ => false,
            },
            Type::Alias(name) => {
                let Some(alias) = self.alias(name) else {
                    return true;
                };
                !self.leads_only_to_itself(name) && self.is_iterable(&alias.resolved)
            }
            Type::Object(Some(object)) => self
                .object(object)
                .parent
                .as_ref()
                .is_some_and(|ty| self.is_iterable(ty)),
            Type::Runtime(_) => false,
            _ => false,
        })
    }

    /// The element type of a type; `Some(None)` if it can be iterated but says nothing of its elements.
    pub fn iterable_element(&self, ty: &Type) -> Option<Option<Type>> {
        self.step(None, || match ty {
            Type::Unknown => Some(Some(Type::Unknown)),
            Type::Iterable(element) | Type::Iterator(element) => Some(element.as_deref().cloned()),
            Type::Enum(_) | Type::String(_) => Some(Some(Type::character())),
            Type::Integer(_) | Type::BigInteger(_) => Some(Some(Type::INTEGER)),
            Type::Array(array) if array.element == Type::Any => Some(None),
            Type::Array(array) => Some(Some(array.element.clone())),
            Type::Hash(_) if *ty == Type::hash() || *ty == Type::empty_hash() => {
                Some(Some(pair(Type::Unit, Type::Unit)))
            }
            Type::Hash(hash) => Some(Some(pair(hash.key.clone(), hash.value.clone()))),
            Type::Tuple(tuple) => Some(Some(Type::variant_of(tuple.types.iter().cloned()))),
            Type::Struct(structure) if structure.elements.is_empty() => {
                Some(Some(pair(Type::Unit, Type::Unit)))
            }
            Type::Struct(structure) => Some(Some(pair(
                Type::variant_of(structure.elements.iter().map(|element| element.key_type())),
                Type::variant_of(
                    structure
                        .elements
                        .iter()
                        .map(|element| element.value.clone()),
                ),
            ))),
            Type::Type(Some(inner)) => match &**inner {
                Type::Enum(_) => Some(Some(Type::clone(inner))),
                Type::Integer(range) if range.is_finite() => Some(Some(Type::clone(inner))),
                Type::BigInteger(range) if range.is_finite() => Some(Some(Type::clone(inner))),
                _ => None,
            },
            Type::Alias(name) => {
                let alias = self.alias(name)?;
                if self.leads_only_to_itself(name) {
                    None
                } else {
                    self.iterable_element(&alias.resolved)
                }
            }
            // Puppet answers `false` instead of nothing, and then breaks on it.
            Type::Object(Some(object)) => match &self.object(object).parent {
                Some(parent) => self.iterable_element(parent),
                None => {
                    self.doubtful(Doubt::PuppetBreaks);
                    None
                }
            },
            Type::Object(None) => {
                self.doubtful(Doubt::PuppetBreaks);
                None
            }
            _ => None,
        })
    }

    /// Does the alias stand for nothing but aliases that end at itself?
    fn leads_only_to_itself(&self, name: &str) -> bool {
        matches!(self.resolve_alias(&Type::alias(name)), Type::Unknown)
    }
}

fn pair(key: Type, value: Type) -> Type {
    Type::tuple_of(vec![key, value], Range::<i64>::exactly(2) as IntegerRange)
}

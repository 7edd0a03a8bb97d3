//! Instances: the relation of a value to the types that it is of (PAnyType#instance?).

mod pattern;

pub use crate::relation::instance::pattern::puppet_equals;

use crate::context::TypeContext;
use crate::recursion_guard::{IN_BOTH, Key};
use crate::relation::proofs::Question;
use crate::relation::relate::{Doubt, MaybeGuard, Relate, with_guard};
use crate::ty::{ArrayType, HashType, StringConstraint, StructType, TupleType, Type};
use crate::value::Value;

/// Is the value an instance of the type? If in doubt (something is unknown), yes.
pub fn is_instance(context: &dyn TypeContext, ty: &Type, value: &Value) -> bool {
    Relate::new(context).is_instance(ty, value)
}

/// How sure an instance is: recursion through an alias may leave it open (`is_really_instance?`: 1, 0, -1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sure {
    No,
    Open,
    Yes,
}

impl From<bool> for Sure {
    fn from(yes: bool) -> Self {
        if yes { Sure::Yes } else { Sure::No }
    }
}

impl Relate<'_> {
    /// Is the value an instance of the type?
    pub fn is_instance(&self, ty: &Type, value: &Value) -> bool {
        self.instance(ty, value, None)
    }

    /// `is_really_instance?`
    pub(crate) fn is_really_instance(
        &self,
        ty: &Type,
        value: &Value,
        mut guard: MaybeGuard<'_>,
    ) -> Sure {
        match ty {
            Type::Alias(name) => self.step(Sure::Yes, || {
                let question = || Question::Instance(ty.clone(), value.clone());
                self.prove(question, guard, |guard| {
                    self.really_instance_of_alias(name, value, guard)
                })
            }),
            Type::Init(init) => self.step(Sure::Yes, || {
                self.really_instance_of_init(init.as_ref(), value, guard)
            }),
            Type::Variant(variant) => {
                let mut best = Sure::No;
                for ty in &variant.types {
                    best = best.max(self.is_really_instance(ty, value, guard.as_deref_mut()));
                    if best == Sure::Yes {
                        break;
                    }
                }
                best
            }
            _ => self.instance(ty, value, guard).into(),
        }
    }

    fn really_instance_of_alias(&self, name: &str, value: &Value, guard: MaybeGuard<'_>) -> Sure {
        let Some(alias) = self.alias(name) else {
            return Sure::Yes;
        };
        if !alias.self_recursive {
            return self.is_really_instance(&alias.resolved, value, guard);
        }
        with_guard(guard, |guard| {
            guard.with_that(&Key::new(value), |guard| {
                guard.with_this(&Key::Name(alias.name.clone()), |guard, state| {
                    if state == IN_BOTH {
                        Sure::Open
                    } else {
                        self.is_really_instance(&alias.resolved, value, Some(guard))
                    }
                })
            })
        })
    }

    /// `instance?`
    pub(crate) fn instance(&self, ty: &Type, value: &Value, guard: MaybeGuard<'_>) -> bool {
        self.step(true, || self.instance_of(ty, value, guard))
    }

    fn instance_of(&self, ty: &Type, value: &Value, mut guard: MaybeGuard<'_>) -> bool {
        match (ty, value) {
            (Type::Unknown, _) => self.doubtful(Doubt::Unknown),
            (Type::Any | Type::Unit, _) => true,
            (Type::Alias(_) | Type::Init(_), _) => {
                self.is_really_instance(ty, value, guard) == Sure::Yes
            }
            (Type::Variant(variant), _) => variant
                .types
                .iter()
                .any(|ty| self.instance(ty, value, guard.as_deref_mut())),
            (Type::Optional(inner), _) => {
                *value == Value::Undef
                    || inner
                        .as_ref()
                        .is_some_and(|ty| self.instance(ty, value, guard))
            }
            (Type::NotUndef(inner), _) => {
                *value != Value::Undef
                    && inner
                        .as_ref()
                        .is_none_or(|ty| self.instance(ty, value, guard))
            }
            (Type::Type(inner), Value::Type(of)) => {
                inner.as_ref().is_none_or(|ty| self.accepts(ty, of, guard))
            }
            (Type::Sensitive(inner), Value::Sensitive(of)) => {
                inner.as_ref().is_none_or(|ty| self.instance(ty, of, guard))
            }
            (Type::Iterator(inner), Value::Iterator(iterator)) => inner.as_ref().is_none_or(|ty| {
                iterator
                    .element_type
                    .as_ref()
                    .is_some_and(|element| self.accepts(ty, element, guard))
            }),
            (Type::Iterable(inner), _) => {
                self.instance_of_iterable(inner.as_deref(), ty, value, guard)
            }
            (Type::Array(array), Value::Array(items)) => {
                self.instance_of_array(array, items, guard)
            }
            (Type::Tuple(tuple), Value::Array(items)) => {
                self.instance_of_tuple(tuple, items, guard)
            }
            (Type::Hash(hash), Value::Hash(entries)) => self.instance_of_hash(hash, entries, guard),
            (Type::Struct(structure), Value::Hash(entries)) => {
                self.instance_of_struct(structure, entries, guard)
            }
            (Type::Collection(size), Value::Array(items)) => has_size(size, items.len()),
            (Type::Collection(size), Value::Hash(entries)) => has_size(size, entries.len()),
            (Type::CatalogEntry | Type::Runtime(_), _) => {
                let inferred = self.infer(value);
                self.accepts(ty, &inferred, guard)
            }
            (Type::Object(_) | Type::ObjectExtension(_), _) => {
                self.instance_of_object(ty, value, guard)
            }
            (Type::TypeSet(_), Value::Type(Type::TypeSet(_))) => true,
            _ => self.instance_of_scalar(ty, value),
        }
    }

    fn instance_of_scalar(&self, ty: &Type, value: &Value) -> bool {
        match (ty, value) {
            (Type::Undef, Value::Undef)
            | (Type::Default, Value::Default)
            | (Type::Binary, Value::Binary(_)) => true,
            (Type::SemVerRange, Value::SemVerRange(_)) => true,
            (Type::Scalar, Value::Array(_) | Value::Hash(_) | Value::Type(_) | Value::Undef) => {
                false
            }
            (Type::Scalar, Value::Regexp(_)) => true,
            (
                Type::Scalar | Type::ScalarData,
                Value::String(_) | Value::Integer(_) | Value::BigInteger(_),
            ) => true,
            (Type::Scalar | Type::ScalarData, Value::Float(_) | Value::Boolean(_)) => true,
            (Type::Scalar, _) => self.assignable(ty, &self.infer(value)),
            (Type::Numeric, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)) => true,
            (Type::Integer(range), Value::Integer(number)) => range.contains(number),
            (Type::Integer(_) | Type::BigInteger(_), value) => {
                matches!((ty.integer_range(), value.as_integer()), (Some(range), Some(number)) if range.contains(&number))
            }
            (Type::Float(range), Value::Float(number)) => {
                !number.is_nan() && range.contains(&(*number).into())
            }
            (Type::Boolean(expected), Value::Boolean(given)) => {
                expected.is_none_or(|expected| expected == *given)
            }
            (Type::String(constraint), Value::String(text)) => match constraint.as_deref() {
                None => true,
                Some(StringConstraint::Size(size)) => has_size(size, text.chars().count()),
                Some(StringConstraint::Value(value)) => value == text,
            },
            (Type::Enum(values), Value::String(text)) => values.contains(text),
            (Type::Pattern(pattern), Value::String(text)) => {
                pattern.regexps.is_empty()
                    || pattern
                        .regexps
                        .iter()
                        .any(|regexp| self.matches(regexp, text))
            }
            (Type::Regexp(expected), Value::Regexp(given)) => {
                expected.as_ref().is_none_or(|regexp| regexp == given)
            }
            (Type::SemVer(ranges), Value::SemVer(version)) => {
                ranges.is_empty() || ranges.iter().any(|range| range.includes(version))
            }
            (Type::Timespan(range), Value::Timespan(span)) => range.contains(span),
            (Type::Timestamp(range), Value::Timestamp(stamp)) => range.contains(stamp),
            (Type::Uri(parameters), Value::Uri(uri)) => parameters
                .as_ref()
                .is_none_or(|parameters| self.uri_matches(uri, parameters)),
            _ => false,
        }
    }

    fn instance_of_array(
        &self,
        array: &ArrayType,
        items: &[Value],
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        items
            .iter()
            .all(|item| self.instance(&array.element, item, guard.as_deref_mut()))
            && has_size(&array.size, items.len())
    }

    fn instance_of_tuple(
        &self,
        tuple: &TupleType,
        items: &[Value],
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let fits = if tuple.size.is_unbounded() {
            tuple.types.is_empty() || tuple.types.len() == items.len()
        } else {
            has_size(&tuple.size, items.len())
        };
        fits && (items.iter().enumerate()).all(|(index, item)| {
            tuple
                .type_at(index)
                .is_none_or(|ty| self.instance(ty, item, guard.as_deref_mut()))
        })
    }

    fn instance_of_hash(
        &self,
        hash: &HashType,
        entries: &crate::value::HashValue,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        entries
            .keys()
            .all(|key| self.instance(&hash.key, key, guard.as_deref_mut()))
            && entries
                .values()
                .all(|value| self.instance(&hash.value, value, guard.as_deref_mut()))
            && has_size(&hash.size, entries.len())
    }

    fn instance_of_struct(
        &self,
        structure: &StructType,
        entries: &crate::value::HashValue,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let mut matched = 0;
        let all = structure.elements.iter().all(|element| {
            match entries.get(&Value::String(self.key_name(element).clone())) {
                None => element.is_optional(),
                Some(value) => {
                    matched += 1;
                    self.instance(&element.value, value, guard.as_deref_mut())
                }
            }
        });
        all && matched == entries.len()
    }

    fn instance_of_iterable(
        &self,
        element: Option<&Type>,
        ty: &Type,
        value: &Value,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let any =
            element.is_none_or(|element| self.accepts(element, &Type::Any, guard.as_deref_mut()));
        if !any {
            let inferred = self.infer(value);
            return self.accepts(ty, &inferred, guard);
        }
        match value {
            Value::Iterator(_) | Value::String(_) | Value::Array(_) | Value::Hash(_) => true,
            Value::Integer(number) => *number >= 0,
            Value::BigInteger(number) => **number >= 0,
            Value::Type(Type::Enum(_)) => true,
            Value::Type(Type::Integer(range)) => range.is_finite(),
            Value::Type(Type::BigInteger(range)) => range.is_finite(),
            Value::Type(of @ Type::Alias(_)) => match self.resolve_alias(of) {
                Type::Enum(_) => true,
                Type::Integer(range) => range.is_finite(),
                Type::Unknown => self.doubtful(Doubt::Unknown),
                _ => false,
            },
            _ => false,
        }
    }

    /// Types are objects themselves, of types that only Puppet's own implementation names.
    fn instance_of_object(&self, ty: &Type, value: &Value, guard: MaybeGuard<'_>) -> bool {
        match (ty, value) {
            (Type::ObjectExtension(extension), Value::Object(object)) => {
                let base = Type::Object(Some(extension.base.clone()));
                self.accepts(&base, &object.ty, guard)
                    && extension.parameters.iter().all(|(name, pattern)| {
                        object
                            .attributes
                            .get(name)
                            .is_some_and(|value| self.value_matches(value, pattern))
                    })
            }
            (_, Value::Object(object)) => self.accepts(ty, &object.ty, guard),
            (Type::Object(None), Value::Type(_)) => true,
            (Type::Object(Some(object)), Value::Type(_)) => {
                object
                    .name
                    .as_deref()
                    .is_some_and(|name| name.starts_with("Pcore::"))
                    && self.doubtful(Doubt::Unknown)
            }
            _ => false,
        }
    }
}

fn has_size(size: &crate::ty::IntegerRange, len: usize) -> bool {
    i64::try_from(len).is_ok_and(|len| size.contains(&len))
}

//! Assignability: the relation of a type to another all of whose values it accepts, according to Puppet
//! (PAnyType#assignable?).
//!
//! Puppet's rules are not those of sets: members of a `Variant` never cover a type together, and some types without
//! parameters accept more or less than their name says. Each family of types has its own file.

mod callable;
mod catalog;
mod collection;
mod itself;
mod scalar;
mod wrapper;

use crate::context::TypeContext;
use crate::recursion_guard::{IN_BOTH, Key};
use crate::relation::instance::Sure;
use crate::relation::proofs::Question;
use crate::relation::relate::{Doubt, MaybeGuard, Relate, with_guard};
use crate::ty::Type;

/// Does the type `to` accept the type `from`? If in doubt (something is unknown), yes.
pub fn assignable(context: &dyn TypeContext, to: &Type, from: &Type) -> bool {
    Relate::new(context).assignable(to, from)
}

/// Does the type wrap nothing that would have to be looked at first (see [`Relate::unwraps`])?
fn is_plain(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Unknown
            | Type::Unit
            | Type::Alias(_)
            | Type::Variant(_)
            | Type::Optional(_)
            | Type::NotUndef(_)
    )
}

/// Has the type no other types as its parts?
fn is_leaf(ty: &Type) -> bool {
    *ty == Type::Undef || *ty == Type::Default || scalar::is_scalar(ty)
}

impl Relate<'_> {
    /// Does the type `to` accept the type `from`?
    pub fn assignable(&self, to: &Type, from: &Type) -> bool {
        self.accepts(to, from, None)
    }

    /// Does the type accept `undef`?
    pub fn accepts_undef(&self, to: &Type) -> bool {
        self.accepts(to, &Type::Undef, None)
    }

    /// `assignable?`, which some types override.
    pub(crate) fn accepts(&self, to: &Type, from: &Type, guard: MaybeGuard<'_>) -> bool {
        self.step(true, || {
            if !matches!(to, Type::Alias(_)) && !matches!(from, Type::Alias(_)) {
                return self.decides(to, from, guard);
            }
            let question = || Question::Accepts(to.clone(), from.clone());
            self.prove(question, guard, |guard| {
                self.decides(to, from, guard).into()
            }) == Sure::Yes
        })
    }

    fn decides(&self, to: &Type, from: &Type, guard: MaybeGuard<'_>) -> bool {
        match to {
            Type::Unknown => self.doubtful(Doubt::Unknown),
            Type::Unit => true,
            Type::Alias(name) => self.alias_accepts(to, name, from, guard),
            Type::Variant(variant) => match from {
                Type::Undef if variant.types.is_empty() => false,
                Type::Variant(_) if variant.types.is_empty() => true,
                Type::Variant(others) => {
                    let mut guard = guard;
                    !others.types.is_empty()
                        && others
                            .types
                            .iter()
                            .all(|ty| self.unwraps(to, ty, guard.as_deref_mut()))
                }
                _ => self.unwraps(to, from, guard),
            },
            _ => self.unwraps(to, from, guard),
        }
    }

    /// An alias that refers to itself accepts what comes back to it on both sides.
    fn alias_accepts(&self, to: &Type, name: &str, from: &Type, guard: MaybeGuard<'_>) -> bool {
        let Some(alias) = self.alias(name) else {
            return true;
        };
        let is_same = matches!(from, Type::Alias(other) if **other == name);
        if is_same && guard.is_none() && self.accepts_itself(to) {
            return true;
        }
        // What has no parts leads back to no alias: a guard of its own could never hold both sides.
        if is_plain(from) && (!alias.self_recursive || guard.is_none() && is_leaf(from)) {
            return self.accepts(&alias.resolved, from, guard);
        }
        if !alias.self_recursive {
            return self.unwraps(to, from, guard);
        }
        with_guard(guard, |guard| {
            guard.with_this(&Key::Name(alias.name.clone()), |guard, state| {
                state == IN_BOTH || self.unwraps(to, from, Some(guard))
            })
        })
    }

    /// The `assignable?` that all types have: unwraps `from`.
    fn unwraps(&self, to: &Type, from: &Type, mut guard: MaybeGuard<'_>) -> bool {
        match from {
            Type::Unknown => self.doubtful(Doubt::Unknown),
            Type::Unit => true,
            Type::Alias(name) => {
                let Some(alias) = self.alias(name) else {
                    return true;
                };
                if !alias.self_recursive {
                    return self.accepts(to, &alias.resolved, guard);
                }
                with_guard(guard, |guard| {
                    guard.add_that(Key::Name(alias.name.clone())) == IN_BOTH
                        || self.accepts(to, &alias.resolved, Some(guard))
                })
            }
            Type::Variant(variant) => match to {
                Type::Any => true,
                Type::NotUndef(_) if variant.types.is_empty() => {
                    self.accepts_plain(to, from, guard)
                }
                _ => {
                    !variant.types.is_empty()
                        && variant
                            .types
                            .iter()
                            .all(|ty| self.accepts(to, ty, guard.as_deref_mut()))
                }
            },
            Type::Optional(inner) => {
                self.accepts(to, &Type::Undef, None)
                    && inner.as_ref().is_none_or(|ty| self.accepts(to, ty, None))
            }
            Type::NotUndef(Some(inner)) if !self.accepts(inner, &Type::Undef, None) => {
                self.accepts(to, inner, guard)
            }
            _ => self.accepts_plain(to, from, guard),
        }
    }

    /// `_assignable?`: each type's own rule.
    fn accepts_plain(&self, to: &Type, from: &Type, mut guard: MaybeGuard<'_>) -> bool {
        match to {
            Type::Any | Type::Unknown | Type::Unit => true,
            Type::Alias(name) => self
                .alias(name)
                .is_none_or(|alias| self.accepts(&alias.resolved, from, guard)),
            Type::Variant(variant) => variant
                .types
                .iter()
                .any(|ty| self.accepts(ty, from, guard.as_deref_mut())),
            Type::Undef => *from == Type::Undef,
            Type::Default => *from == Type::Default,
            Type::Binary => *from == Type::Binary,
            Type::SemVerRange => *from == Type::SemVerRange,
            Type::Reference(_) => to == from,
            Type::Scalar
            | Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::BigInteger(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Boolean(_)
            | Type::Regexp(_)
            | Type::SemVer(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
            | Type::Uri(_) => self.scalar_accepts(to, from),
            Type::Collection(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Tuple(_)
            | Type::Struct(_) => self.collection_accepts(to, from, guard),
            Type::Optional(_)
            | Type::NotUndef(_)
            | Type::Iterable(_)
            | Type::Iterator(_)
            | Type::Type(_)
            | Type::Sensitive(_)
            | Type::Init(_) => self.wrapper_accepts(to, from, guard),
            Type::Callable(expected) => match from {
                Type::Callable(given) => {
                    self.callable_accepts(expected.as_deref(), given.as_deref(), guard)
                }
                _ => false,
            },
            Type::CatalogEntry
            | Type::Resource(_)
            | Type::Class(_)
            | Type::Runtime(_)
            | Type::Object(_)
            | Type::ObjectExtension(_)
            | Type::TypeSet(_) => self.catalog_accepts(to, from, guard),
        }
    }
}

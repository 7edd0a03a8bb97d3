//! Types that wrap one other type.

use crate::relation::relate::{MaybeGuard, Relate};
use crate::ty::Type;

impl Relate<'_> {
    pub(crate) fn wrapper_accepts(
        &self,
        to: &Type,
        from: &Type,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        match (to, from) {
            (Type::Optional(inner), _) => {
                *from == Type::Undef
                    || inner
                        .as_ref()
                        .is_none_or(|ty| self.accepts(ty, from, guard))
            }
            (Type::NotUndef(inner), _) => {
                !self.accepts(from, &Type::Undef, guard.as_deref_mut())
                    && inner
                        .as_ref()
                        .is_none_or(|ty| self.accepts(ty, from, guard))
            }
            (Type::Iterable(inner), _) => self.iterable_accepts(inner.as_deref(), from, guard),
            (Type::Iterator(inner), Type::Iterator(given)) => {
                let Some(inner) = inner else { return true };
                given
                    .as_ref()
                    .is_some_and(|given| self.accepts(inner, given, guard))
            }
            (Type::Type(inner), Type::Type(given)) => {
                let Some(inner) = inner else { return true };
                given
                    .as_ref()
                    .is_some_and(|given| self.accepts(inner, given, guard))
            }
            (Type::Sensitive(inner), Type::Sensitive(given)) => {
                let any = &Type::Any;
                self.accepts(
                    inner.as_deref().unwrap_or(any),
                    given.as_deref().unwrap_or(any),
                    guard,
                )
            }
            (Type::Init(init), _) => self.init_accepts(init.as_ref(), from, guard),
            _ => false,
        }
    }

    fn iterable_accepts(
        &self,
        element: Option<&Type>,
        from: &Type,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let element = element.filter(|ty| !self.accepts(ty, &Type::Any, guard.as_deref_mut()));
        let Some(element) = element else {
            return self.is_iterable(from);
        };
        if self.is_of_values {
            return match self.iterable_element(&self.type_of_values(from)) {
                Some(Some(given)) => self.element_accepts(element, &given, guard),
                _ => false,
            };
        }
        match self.iterable_element(from) {
            Some(Some(given)) => self.accepts(element, &given, guard),
            _ => false,
        }
    }
}

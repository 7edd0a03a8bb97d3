//! Callability: the relation of a callable to the types of arguments that it accepts (PAnyType#callable?).

use crate::context::TypeContext;
use crate::recursion_guard::Key;
use crate::relation::relate::{Doubt, MaybeGuard, Relate, with_guard};
use crate::ty::{CallableType, IntegerRange, TupleType, Type};

/// Can the callable be called with these arguments: a `Tuple` of their types (a block comes last), an `Array`, or
/// another `Callable`?
pub fn callable(context: &dyn TypeContext, callable: &Type, args: &Type) -> bool {
    Relate::new(context).callable(callable, args)
}

impl Relate<'_> {
    /// See [`callable`].
    pub fn callable(&self, callable: &Type, args: &Type) -> bool {
        self.is_kind_of_callable(callable, true) && self.args_fit(args, callable, None)
    }

    /// Is it a `Callable`, or something that can only be one (`kind_of_callable?`)?
    pub fn is_kind_of_callable(&self, ty: &Type, optional: bool) -> bool {
        self.step(false, || match ty {
            Type::Callable(_) => true,
            Type::Optional(inner) => {
                optional
                    && inner
                        .as_ref()
                        .is_some_and(|ty| self.is_kind_of_callable(ty, optional))
            }
            Type::Variant(variant) => variant
                .types
                .iter()
                .all(|ty| self.is_kind_of_callable(ty, optional)),
            Type::Alias(name) => match self.alias(name) {
                Some(alias) if alias.self_recursive => false,
                Some(alias) => self.is_kind_of_callable(&alias.resolved, optional),
                None => false,
            },
            Type::Object(Some(object)) => (self.object(object).parent.as_ref())
                .is_some_and(|ty| self.is_kind_of_callable(ty, optional)),
            _ => false,
        })
    }

    /// `callable_args?`, of the type of the arguments.
    fn args_fit(&self, args: &Type, callable: &Type, mut guard: MaybeGuard<'_>) -> bool {
        self.step(true, || match args {
            Type::Undef => self.accepts(callable, &Type::Undef, guard),
            Type::Callable(_) => self.accepts(callable, args, guard),
            Type::Tuple(tuple) => match self.resolve_alias(callable) {
                _ if !tuple.size.is_unbounded() => self.record_refusal(
                    "Callable tuple may not have a size constraint when used as args".to_owned(),
                ),
                Type::Callable(Some(callable)) => self.tuple_fits(tuple, &callable, guard),
                Type::Callable(None)
                    if tuple
                        .types
                        .last()
                        .is_some_and(|ty| self.is_kind_of_callable(ty, true)) =>
                {
                    false
                }
                // Puppet expects a Callable with parameters here.
                _ => self.doubtful(Doubt::PuppetBreaks),
            },
            Type::Array(_) => match self.resolve_alias(callable) {
                Type::Callable(None) => true,
                Type::Callable(Some(callable)) => {
                    let params = callable.params.as_ref();
                    params.is_none_or(|params| {
                        self.accepts(&Type::Tuple(params.clone()), args, guard.as_deref_mut())
                    }) && callable
                        .block
                        .as_ref()
                        .is_none_or(|block| self.accepts(block, &Type::Undef, guard))
                }
                _ => self.doubtful(Doubt::PuppetBreaks),
            },
            Type::Alias(name) => {
                let Some(alias) = self.alias(name) else {
                    return true;
                };
                if !alias.self_recursive {
                    return self.args_fit(&alias.resolved, callable, guard);
                }
                with_guard(guard, |guard| {
                    guard.with_this(&Key::Name(alias.name.clone()), |guard, state| {
                        state & crate::recursion_guard::IN_THIS == 0
                            && self.args_fit(&alias.resolved, callable, Some(guard))
                    })
                })
            }
            Type::Object(Some(object)) => (self.object(object).parent.as_ref())
                .is_some_and(|parent| self.args_fit(parent, callable, guard)),
            Type::Unknown => self.doubtful(Doubt::Unknown),
            _ => false,
        })
    }

    fn tuple_fits(
        &self,
        args: &TupleType,
        callable: &CallableType,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let Some((block, args_before)) = args.types.split_last() else {
            return self.args_without_block(args, callable, guard);
        };
        if !self.is_kind_of_callable(block, true) {
            return self.args_without_block(args, callable, guard);
        }
        let Some(expected_block) = &callable.block else {
            return false;
        };
        if !self.accepts(expected_block, block, guard.as_deref_mut()) {
            return false;
        }
        let Some(params) = &callable.params else {
            return self.doubtful(Doubt::PuppetBreaks);
        };
        params
            .size_range()
            .covers(&IntegerRange::with_len(args_before.len()))
            && args_before
                .iter()
                .enumerate()
                .all(|(index, arg)| match params.type_at(index) {
                    Some(param) => self.accepts(param, arg, guard.as_deref_mut()),
                    None => self.doubtful(Doubt::PuppetBreaks),
                })
    }

    fn args_without_block(
        &self,
        args: &TupleType,
        callable: &CallableType,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let Some(params) = &callable.params else {
            return self.doubtful(Doubt::PuppetBreaks);
        };
        let args = Type::Tuple(args.clone().into());
        self.accepts(&Type::Tuple(params.clone()), &args, guard.as_deref_mut())
            && callable
                .block
                .as_ref()
                .is_none_or(|block| self.accepts(block, &Type::Undef, guard))
    }
}

//! Callables: parameters and blocks are contravariant.

use crate::relation::relate::{MaybeGuard, Relate};
use crate::ty::{CallableType, Type};

impl Relate<'_> {
    pub(super) fn callable_accepts(
        &self,
        expected: Option<&CallableType>,
        given: Option<&CallableType>,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let Some(expected) = expected else {
            return true;
        };
        if let Some(returns) = &expected.returns {
            let given = given
                .and_then(|given| given.returns.as_ref())
                .unwrap_or(&Type::Any);
            if !self.accepts(returns, given, guard.as_deref_mut()) {
                return false;
            }
        }
        let Some(params) = &expected.params else {
            return true;
        };
        let Some(given) = given else { return false };
        let Some(given_params) = &given.params else {
            return false;
        };
        let (to, from) = (
            Type::Tuple(given_params.clone()),
            Type::Tuple(params.clone()),
        );
        if !self.accepts(&to, &from, guard.as_deref_mut()) {
            return false;
        }
        let this_block = expected.block.as_ref().unwrap_or(&Type::Undef);
        let that_block = given.block.as_ref().unwrap_or(&Type::Undef);
        self.accepts(that_block, this_block, guard)
    }
}
